;; It is registered, but it was not linked.
(tool/html-to-text {:html "<p>hello</p>"})
