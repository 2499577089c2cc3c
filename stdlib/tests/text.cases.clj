[{:tool "normalise-whitespace"
  :cases [{:description "special blanks and line ends" :input {:text "a\u00a0\u2009b\r\nc\td"} :expect "a b\nc d" :tags ["smoke"]}
          {:description "one empty line at most" :input {:text "a\n \n\n\nb"} :expect "a\n\nb"}
          {:description "nothing" :input {:text nil} :expect ""}
          {:description "only blanks" :input {:text " \u3000\n\u00a0"} :expect ""}
          {:description "invisible characters go, joined emoji stay whole" :input {:text "\ufeffa\u200bb 👩‍👩‍👧"} :expect "ab 👩‍👩‍👧"}]}

 {:tool "slugify"
  :cases [{:description "accents go" :input {:text "Crème brûlée, Ærø & Straße"} :expect "creme-brulee-aero-strasse" :tags ["smoke"]}
          {:description "nothing left" :input {:text " -- !? "} :expect ""}
          {:description "nothing" :input {:text nil} :expect ""}
          {:description "other scripts stay" :input {:text "Привет, 世界 2024!"} :expect "привет-世界-2024"}
          {:description "accents written apart, apostrophes" :input {:text "Cafe\u0301 d’Or's"} :expect "cafe-dors"}
          {:description "no way out of a folder" :input {:text "../../etc/passwd"} :expect "etc-passwd"}]}

 {:tool "extract-emails"
  :cases [{:description "each once, in order" :input {:text "b@x.org, a@x.org; <b@X.org>"} :expect ["b@x.org" "a@x.org"] :tags ["smoke"]}
          {:description "a full stop ends the sentence, not the address" :input {:text "Write to a.b@mail.example.com."} :expect ["a.b@mail.example.com"]}
          {:description "what only looks like one" :input {:text "a@b, @home, me@, 5@5"} :expect []}
          {:description "nothing" :input {:text nil} :expect []}
          {:description "beyond ASCII" :input {:text "jörg@müller.de"} :expect ["jörg@müller.de"]}]}

 {:tool "extract-urls"
  :cases [{:description "punctuation around goes" :input {:text "\"https://a.org/x?y=1&z=2\". HTTP://B.org!"} :expect ["https://a.org/x?y=1&z=2" "HTTP://B.org"] :tags ["smoke"]}
          {:description "brackets that belong to it stay" :input {:text "(https://a.org/b_(c)) [https://d.org]"} :expect ["https://a.org/b_(c)" "https://d.org"]}
          {:description "nothing behind the scheme" :input {:text "https:// and http:"} :expect []}
          {:description "nothing" :input {:text ""} :expect []}
          {:description "other schemes are none, other letters are" :input {:text "javascript:alert(1) ftp://a.org https://münchen.de/straße"} :expect ["https://münchen.de/straße"]}]}

 {:tool "extract-numbers"
  :cases [{:description "as English writes them" :input {:text "1,234.5 and -7 or 12."} :expect [1234.5 -7 12] :tags ["smoke"]}
          {:description "as French writes them" :input {:text "soit 1\u202f234,5 euros" :locale "fr"} :expect [1234.5]}
          {:description "no words, dates, times or versions" :input {:text "A4 2024-03-05 10:30 3/4 v2"} :expect []}
          {:description "nothing" :input {:text nil} :expect []}
          {:description "no digits" :input {:text "ünö"} :expect []}]}

 {:tool "word-counts"
  :cases [{:description "equal ones by the alphabet" :input {:text "b a B c"} :expect [{:word "b" :count 2} {:word "a" :count 1} {:word "c" :count 1}] :tags ["smoke"]}
          {:description "apostrophes and hyphens inside" :input {:text "It's up-to-date, it's." :n 1} :expect [{:word "it's" :count 2}]}
          {:description "words left out" :input {:text "Der Hund und der Ball" :leave_out ["DER" "und"]} :expect [{:word "ball" :count 1} {:word "hund" :count 1}]}
          {:description "nothing" :input {:text nil} :expect []}
          {:description "other scripts" :input {:text "Öl öl МИР мир"} :expect [{:word "öl" :count 2} {:word "мир" :count 2}]}]}

 {:tool "truncate-text"
  :cases [{:description "between words" :input {:text "one two three" :limit 8} :expect "one two…" :tags ["smoke"]}
          {:description "exactly as long" :input {:text "one two" :limit 7} :expect "one two"}
          {:description "one long word is cut" :input {:text "Donaudampfschiff" :limit 6} :expect "Donau…"}
          {:description "nothing" :input {:text nil :limit 5} :expect ""}
          {:description "no room" :input {:text "abc" :limit 0} :expect ""}
          {:description "emoji count once" :input {:text "👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧" :limit 2} :expect "👩‍👩‍👧…"}
          {:description "an ending of one's own" :input {:text "one two three" :limit 10 :ending " [..]"} :expect "one [..]"}]}

 {:tool "split-sentences"
  :cases [{:description "three of them" :input {:text "One. Two?\nThree!"} :expect ["One." "Two?" "Three!"] :tags ["smoke"]}
          {:description "abbreviations, initials and numbers go on" :input {:text "Dr. J. R. Meier, z.B. am 3. Mai. Dann nicht."} :expect ["Dr. J. R. Meier, z.B. am 3. Mai." "Dann nicht."]}
          {:description "no end" :input {:text "just words"} :expect ["just words"]}
          {:description "nothing" :input {:text nil} :expect []}
          {:description "Chinese" :input {:text "你好。世界！好吗"} :expect ["你好。" "世界！" "好吗"]}
          {:description "dots between" :input {:text "Wait... what? See a.b for more."} :expect ["Wait... what?" "See a.b for more."]}]}]
