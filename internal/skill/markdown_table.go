package skill

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// makeTable makes a table of the end of a paragraph, from the line before the first that has
// nothing but the marks of columns, if that has as many cells. It gives what the parser of
// goldmark's extension package does, which every start of the program would pay for: that
// package compiles large patterns before anybody asks.
func makeTable(p *ast.Paragraph, source []byte) {
	lines := p.Lines()
	for i := 1; i < lines.Len(); i++ {
		columns := columnsOf(lines.At(i), source)
		if columns == nil {
			continue
		}
		if header := tableRow(lines.At(i-1), source, columns, true); header.ChildCount() == len(columns) {
			table := newTable(header, columns)
			table.SetPos(p.Pos())
			for k := i + 1; k < lines.Len(); k++ {
				table.AppendChild(table, tableRow(lines.At(k), source, columns, false))
			}
			p.Parent().InsertAfter(p.Parent(), p, table)
			endBefore(p, i-1)
		}
		return
	}
}

func newTable(header *extast.TableRow, columns []extast.Alignment) *extast.Table {
	table := extast.NewTable()
	table.Alignments = columns
	table.AppendChild(table, extast.NewTableHeader(header))
	return table
}

// endBefore ends a paragraph before one of its lines, without the end of the line there. One
// of no lines is none.
func endBefore(p *ast.Paragraph, line int) {
	lines := p.Lines()
	lines.SetSliced(0, line)
	if line == 0 {
		p.Parent().RemoveChild(p.Parent(), p)
		return
	}
	last := lines.At(line - 1)
	last.Stop--
	lines.Set(line-1, last)
}

// columnsOf returns where the columns stand that a line marks, nil for a line that has more
// than such marks, or a single one without a bound.
func columnsOf(line text.Segment, source []byte) []extast.Alignment {
	marks := line.Value(source)
	if indent, _ := util.IndentWidth(marks, 0); indent > 3 || len(bytes.Trim(marks, "-")) == 0 {
		return nil
	}
	parts := bytes.Split(marks, []byte("|"))
	if util.IsBlank(parts[0]) {
		parts = parts[1:]
	}
	if n := len(parts); n > 0 && util.IsBlank(parts[n-1]) {
		parts = parts[:n-1]
	}
	var columns []extast.Alignment
	for _, part := range parts {
		column, ok := columnOf(bytes.Trim(part, " \t\r\n"))
		if !ok {
			return nil
		}
		columns = append(columns, column)
	}
	return columns
}

// columnOf returns where a column stands by its mark: dashes, with a colon at the side.
func columnOf(mark []byte) (column extast.Alignment, ok bool) {
	dashes, left := bytes.CutPrefix(mark, []byte(":"))
	dashes, right := bytes.CutSuffix(dashes, []byte(":"))
	column = extast.AlignNone
	switch {
	case left && right:
		column = extast.AlignCenter
	case left:
		column = extast.AlignLeft
	case right:
		column = extast.AlignRight
	}
	return column, len(dashes) > 0 && len(bytes.Trim(dashes, "-")) == 0
}

// tableRow makes a row of a line. It has no more cells than there are columns, unless it is
// the header, and no fewer.
func tableRow(whole text.Segment, source []byte, columns []extast.Alignment, header bool) *extast.TableRow {
	row := extast.NewTableRow(columns)
	row.SetPos(whole.Start)
	line := trimmed(whole, source)
	from, end := line.Start, line.Stop
	if from < end && source[from] == '|' {
		from++
	}
	if line.Start < end && source[end-1] == '|' {
		end--
	}
	n := 0
	for ; from < end && (header || n < len(columns)); n++ {
		to := from + cellLength(source[from:end])
		cell := extast.NewTableCell()
		cell.SetPos(whole.Start + from - line.Start - whole.Padding)
		if n < len(columns) {
			cell.Alignment = columns[n]
		}
		cell.Lines().Append(trimmed(text.NewSegment(from, to), source))
		row.AppendChild(row, cell)
		from = to + 1
	}
	for ; n < len(columns); n++ {
		row.AppendChild(row, extast.NewTableCell())
	}
	return row
}

// cellLength returns where the first cell of a part of a row ends.
func cellLength(cells []byte) int {
	for i, c := range cells {
		if c == '|' && (i == 0 || cells[i-1] != '\\') {
			return i
		}
	}
	return len(cells)
}

// trimmed returns a segment without blanks at its ends.
func trimmed(s text.Segment, source []byte) text.Segment {
	s = s.TrimLeftSpace(source)
	return s.TrimRightSpace(source)
}
