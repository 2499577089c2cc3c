;; The image may read data/, and nothing else.
(tool/read-payroll {:path "ptc.json"})
