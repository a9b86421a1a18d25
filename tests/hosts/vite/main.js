{{ define }}
