package lint

import (
	"fmt"
	"path"
)

// behindLink returns the path that a link leads to from where its file is, for a file
// that is a symbolic link: its author wrote it there. It is "" for nothing. What it leads
// to may be the SKILL.md of a skill that another symbolic link made.
func (x *linkIndex) behindLink(j judged) string {
	if j.file.Mode.Link == "" || j.dest.form != destRelative {
		return ""
	}
	target := path.Join(path.Dir(j.file.Real), j.dest.path)
	if linked := x.manifests[target]; linked != "" {
		return linked
	}
	if x.exists(target) {
		return target
	}
	return ""
}

// behindLinkMessage tells of a link that leads to a target from where its file is, and to
// nothing from where it is published.
func (x *linkIndex) behindLinkMessage(j judged, target string) string {
	message := fmt.Sprintf("%s leads nowhere from here, only from the linked file %q", quoted(j.link.Dest), fromFile(j.file, j.file.Real))
	if s := x.owner(target); s != nil {
		return fmt.Sprintf("%s; write %s", message, x.uriToWrite(s, target))
	}
	return fmt.Sprintf("%s; put a copy of %q into the skill or remove the link", message, fromFile(j.file, target))
}
