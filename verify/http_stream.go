package verify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"
)

// readStream returns the message of an event stream that answers a call. What comes
// before it, such as notifications, counts against the bound and is dropped.
func readStream(x *exchange, body io.Reader, id json.RawMessage) ([]byte, received, error) {
	events := bufio.NewReader(body)
	for {
		event, err := readEvent(events)
		if err == io.EOF {
			return nil, received{}, &TransportError{x.method, errors.New("the stream ended before it")}
		}
		if err != nil {
			return nil, received{}, unread(x, event, err)
		}
		if len(event) == 0 {
			continue
		}
		fields, err := readMessage(event)
		if err == nil && fields["method"] != nil {
			continue
		}
		var a received
		if err == nil {
			a, err = answerOf(fields)
		}
		if err == nil {
			err = a.mustBe(id)
		}
		if err != nil {
			return nil, a, x.wrong(event, "the answer: "+err.Error(), nil)
		}
		return event, a, nil
	}
}

// drain reads what is left behind the answer in a stream, which should be its end: only
// then is the connection used again. A server that goes on or waits is not waited for.
func drain(body io.ReadCloser) {
	impatient := time.AfterFunc(100*time.Millisecond, func() { body.Close() })
	defer impatient.Stop()
	_, _ = io.CopyN(io.Discard, body, 4<<10)
}

// readEvent returns the data of the next event of a stream (text/event-stream), empty
// where it has none or is not a message. The error is io.EOF where no whole one comes.
func readEvent(r *bufio.Reader) ([]byte, error) {
	var data []byte
	isMessage := true
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return data, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "data":
			data = append(append(data, value...), '\n')
		case "event":
			isMessage = string(value) == "message"
		}
	}
	if !isMessage {
		return nil, nil
	}
	return bytes.TrimSuffix(data, []byte("\n")), nil
}
