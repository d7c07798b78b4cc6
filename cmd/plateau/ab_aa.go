package main

func (x *abRun) concludeSame() int { return 0 }
