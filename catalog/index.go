package catalog

// index finds things by URI in a frozen catalog.
type index struct{}
