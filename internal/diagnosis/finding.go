package diagnosis

import "fmt"

// Finding is a rule that applies, with its number.
type Finding struct {
	Text  string `json:"text"`            // what it means, without its numbers
	Ratio Ratio  `json:"ratio"`           // the ratio that the rule looks at
	Rule  Rule   `json:"rule"`            // the rule
	Grave bool   `json:"grave,omitempty"` // well beyond the threshold, where the rule's source has a second one
}

// String is a finding with number, rule and source.
func (f Finding) String() string { return fmt.Sprintf("%s: %s; rule: %s", f.Ratio, f.Text, f.Rule) }

// Need says what to count, so that a question can be answered.
type Need struct {
	Question string `json:"question"`
	Count    string `json:"count"`
}

func (n Need) String() string { return n.Question + " cannot be told; count " + n.Count }
