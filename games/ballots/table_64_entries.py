"""The entries of the 64-square draw table in its order: 33 parts of 23, the last of 9.

`ab4` is the man of the a-file to b4; two files apart is a capture. `a1-f4 b6-c5` puts a man of each side on
another square before the game, `---` leaves that side as it is. Facts taken over from pydraughts 0.6.7
(MIT), see SOURCES.md.
"""

from typing import Final

ENTRIES: Final = """\
ab4; ab4 ba5; ab4 ba5 ba3 ab6; ab4 ba5 ba3 ab6 ab2 dc5; ab4 ba5 ba3 ab6 ab2 de5; ab4 ba5 ba3 cb6 ab2
bc5; ab4 ba5 ba3 cb6 cb2 de5; ab4 ba5 ba3 cb6 gf4; ab4 ba5 ba3 cb6 gh4 fe5; ab4 ba5 ba3 de5; ab4 ba5 ba3
fe5 gh4; ab4 ba5 ed4 ab6 fe3 ba7; ab4 ba5 ed4 ab6 fe3 dc5; ab4 ba5 ed4 ab6 fe3 fe5; ab4 ba5 ed4 ab6 fe3
hg5; ab4 ba5 ed4 dc5; ab4 ba5 ed4 dc5 bd6 ce5; ab4 ba5 ed4 fe5 df6 ge5; ab4 ba5 ed4 fe5 df6 eg5; ab4 ba5
ed4 fg5; ab4 ba5 ed4 hg5; ab4 ba5 gh4 fe5 hg3; ab4 ba5 gh4 fg5; a1-a5; a1-a5 a7-h4; a1-a5 b6-g5; a1-a5
b6-h4; a1-a5 f6-h4; a1-a5 g7-e5; a1-a5 g7-g5; a1-a5 g7-h4; a1-a5 h6-b4; a1-b4 a7-a5; a1-b4 a7-g5; a1-b4
b6-a5; a1-b4 d6-g5; a1-b4 h8-e5; a1-b4 h6-g5; a1-d4 a7-c5; a1-d4 a7-f4; a1-d4 b6-a5; a1-d4 b6-c5; a1-d4
f6-e5; a1-d4 h8-e5; a1-d4 h6-g5; a1-c5 g7-g5; ab4 bc5; ab4 bc5 ba5 cb4; ab4 bc5 ba5 cb4 ed4 fe5; ab4 bc5
ba5 cb4 ed4 fg5; ab4 bc5 ba5 cb4 ed4 hg5; ab4 bc5 ba5 cb4 gf4 fe5; ab4 bc5 ba5 cb4 gh4; ab4 bc5 ba5 fg5;
ab4 dc5; ab4 dc5 bd6 ec5 gh4; ab4 dc5 bd6 ce5 ef4; ab4 de5; ab4 de5 ba5 fg5 ef4; ab4 de5 ba5 fg5 gh4;
ab4 de5 ba3 fg5; ab4 de5 ba3 fg5 gf4; ab4 de5 ed4 hg5 ba5; ab4 de5 gh4; ab4 fe5; ab4 fe5 ba5 ef4; ab4
fe5 ba5 gf6; ab4 fe5 ef4; ab4 fe5 gh4 gf6; a1-e5 d6-g5; a1-e5 g7-h4; a1-f4 a7-c5; a1-f4 b6-c5; a1-f4
c7-a5; a1-f4 d6-c5; a1-f4 e7-e5; a1-f4 f6-e5; a1-g5 d6-e5; a3-a5 a7-a3; a3-a5 b6-a3; a3-a5 d6-b4; a3-a5
f6-a3; a3-a5 h6-a3; a3-a5 h6-b4; a3-a5 h6-e5; a3-b4 b6-a3; a3-b4 d6-a3; a3-b4 e7-a5; a3-b4 h6-a3; a3-b4
h6-e5; a3-b4 h8-a3; a3-c5 b6-a3; ab4 fe5 gh4 gf6 fg3; ab4 fg5; ab4 fg5 ba5 gf6 ed4; ab4 fg5 ba3 ef6 ed4;
ab4 fg5 bc5 db4; ab4 hg5; ab4 hg5 ba3 gf4; ab4 hg5 gf4 bc5; ab4 hg5 gf4 gh6; ab4 hg5 gh4 ba5; ab4 hg5
gh4 gf4; cb4; cb4 ba5 bc5 db4 ac5 cb6; cb4 ba5 bc5 db4 ac5 fe5; cb4 ba5 dc3 fe5 gh4 cb6; cb4 ba5 dc3
hg5; cb4 ba5 ef4; cb4 ba5 gf4; cb4 ba5 gh4 ac3 bd4 de5; cb4 bc5; cb4 bc5 bc3 fe5 ed4; cb4 bc5 bc3 fg5
cd4 ab6; cb4 bc5 bc3 fg5 ed4; a3-c5 d6-a3; a3-c5 f6-a3; a3-c5 g7-a3; a3-c5 h8-a3; a3-d4 b6-a3; a3-d4
c7-a5; a3-d4 e7-c5; a3-d4 f6-a3; a3-d4 g7-a3; a3-d4 g7-a5; a3-d4 h8-a3; a3-d4 h8-h4; a3-e5 a7-c5; a3-e5
b6-a3; a3-e5 g7-a3; a3-e5 h8-a3; a3-f4 ---; a3-f4 a7-c5; a3-f4 c7-c5; a3-g5 a7-a3; a3-g5 b6-a3; a3-g5
c7-a3; a3-g5 d6-a3; cb4 bc5 dc3 ab6; cb4 bc5 dc3 fe5; cb4 bc5 dc3 fe5 ef4 ef6; cb4 bc5 dc3 fe5 gh4 ab6;
cb4 bc5 dc3 fe5 gh4 gf6; cb4 bc5 ed4 ce3 fd4 cb6; cb4 bc5 ed4 ce3 fd4 de5; cb4 bc5 gf4 ab6 hg3 fg5; cb4
dc5; cb4 dc5 bd6 ec5 gf4 ba5; cb4 dc5 bd6 ce5 gh4 ba5; cb4 de5; cb4 de5 ba5 bc5; cb4 de5 dc3 fg5; cb4
de5 ef4 ba5; cb4 de5 gf4; cb4 de5 gf4 eg3 hf4 fe5; cb4 de5 gh4 cd6; cb4 fe5 ba5 bc5; cb4 fe5 bc3 gf6
ab2; cb4 fe5 bc3 gf6 cb2 fg5; cb4 fe5 bc3 gf6 ed4; cb4 fe5 bc3 gf6 gh4 hg7; a3-g5 d6-c5; a3-g5 f6-a3;
a3-g5 g7-a3; a3-g5 h8-a3; a3-h4 a7-a3; a3-h4 a7-a5; a3-h4 b6-c5; a3-h4 c7-a3; a3-h4 d6-a3; a3-h4 d6-c5;
a3-h4 e7-a3; a3-h4 e7-a5; a3-h4 f6-a3; a3-h4 f6-c5; a3-h4 f6-e5; a3-h4 g7-a3; a3-h4 g7-a5; a3-h4 g7-c5;
a3-h4 g7-e5; a3-h4 h6-a3; a3-h4 h6-a5; a3-h6 h6-c5; --- a7-a5; cb4 fe5 dc3 gf6; cb4 fe5 ef4 ba5; cb4 fe5
ef4 ba5 bc5; cb4 fe5 ef4 gf6 bc3; cb4 fe5 ef4 gf6 de3 bc5; cb4 fe5 gh4 ba5 hg5; cb4 fe5 gh4 bc5 hg5; cb4
fg5 ed4 ba5; cb4 fg5 ed4 dc5; cb4 fg5 ed4 ef6; cb4 fg5 ed4 gf4; cb4 hg5; cb4 hg5 ba5 gh4 ed4; cb4 hg5
gf4 gh4 fg5 ba5; cb4 hg5 gh4 ba5; cb4 hg5 gh4 de5; cb4 hg5 gh4 gh6 bc5; cb4 hg5 gh4 gh6 hg3; cd4; cd4
ba5 bc3; cd4 ba5 bc3 ab6; cd4 ba5 bc3 ab6 ab2 dc5; cd4 ba5 bc3 ab6 ef4; --- a7-c5; --- a7-g5; --- a7-h4;
b2-a5 ---; b2-a5 a7-e5; b2-a5 a7-h4; b2-a5 b6-b4; b2-a5 f6-e5; b2-b4 d6-e5; b2-b4 d6-g5; b2-b4 h8-a5;
b2-b4 h6-e5; b2-c5 ---; b2-c5 g7-g5; b2-d4 ---; b2-d4 a7-g5; b2-d4 b6-c5; b2-d4 f6-c5; b2-d4 f6-e5;
b2-d4 h8-h4; b2-e5 g7-a5; b2-e5 g7-h4; b2-f4 d6-c5; cd4 ba5 bc3 ab6 gf4; cd4 ba5 bc3 de5; cd4 ba5 bc3
de5 ef4; cd4 ba5 bc3 de5 gf4; cd4 ba5 bc3 fe5; cd4 ba5 bc3 hg5 ab2; cd4 ba5 bc3 hg5 cb2 gf4; cd4 ba5 dc3
de5 gf4; cd4 ba5 dc3 de5 gh4; cd4 ba5 dc3 fg5 gh4 ab6; cd4 ba5 de5 df4; cd4 ba5 ef4 dc5; cd4 ba5 ef4
de5; cd4 ba5 ef4 cb6 de3 dc5; cd4 ba5 ef4 cb6 fe3 ab4; cd4 ba5 ef4 fg5 fe3 ab4; cd4 ba5 gf4 de5; cd4 ba5
gf4 fe5 df6 eg5; cd4 ba5 gh4 ab6 dc5; cd4 bc5; cd4 bc5 db6 ac5 bc3 de5; cd4 bc5 db6 ac5 bc3 fe5; cd4 bc5
db6 ca5; b2-g5 a7-a5; b2-g5 c7-a5; b2-g5 d6-e5; b2-g5 g7-a5; b2-g5 h6-e5; b2-g5 h8-a5; b2-h4 a7-a5;
b2-h4 b6-a5; b2-h4 g7-e5; b2-h6 h6-a5; b2-h6 h6-e5; b2-h6 h6-f4; --- b6-h4; c1-a5 a7-c5; c1-a5 f8-h4;
c1-h4 f6-g5; c3-a5 a7-g5; c3-a5 d6-g5; c3-a5 d6-h4; c3-a5 f6-e5; c3-a5 h8-g5; c3-a5 h6-e5; c3-b4 a7-a5;
cd4 bc5 db6 ca5 ed4; cd4 dc5 bc3 cd6; cd4 dc5 bc3 cd6 ab2 de5; cd4 dc5 bc3 ed6 gh4; cd4 dc5 bc3 fg5 cb4
ba5; cd4 dc5 dc3 ed6 cb4 fg5; cd4 dc5 dc3 fe5; cd4 dc5 dc3 hg5; cd4 dc5 gf4 cd6 de5; cd4 dc5 gh4 fe5;
cd4 de5; cd4 de5 bc3 ed6 cb2 fe7; cd4 de5 bc3 ed6 ef4 fe7; cd4 de5 bc3 ed6 gf4; cd4 de5 bc3 ef4 eg5 fh4;
cd4 de5 dc3; cd4 de5 gf4 ec3; cd4 de5 gf4 eg3; cd4 de5 gh4 ec3 bd4 fe5; cd4 fe5; cd4 fe5 df6 ge5 bc3;
cd4 fe5 df6 ge5 gh4; cd4 fe5 df6 eg5 gf4 de7; c3-b4 a7-e5; c3-b4 a7-h4; c3-b4 h8-g5; c3-b4 h6-e5; c3-c5
f6-g5; c3-c5 g7-e5; c3-c5 g7-h4; c3-d4 a7-e5; c3-d4 d6-a5; c3-d4 e7-e5; c3-d4 f6-c5; c3-d4 h8-g5; c3-d4
h6-e5; c3-e5 b6-a5; c3-e5 g7-a5; c3-e5 g7-g5; c3-e5 g7-h4; c3-f4 ---; c3-f4 a7-e5; c3-f4 f6-b4; c3-f4
f6-e5; c3-f4 h8-h4; c3-f4 h6-c5; cd4 fg5 bc3 ef6; cd4 fg5 bc3 ef6 ab2; cd4 fg5 bc3 gf6 ab2 de5; cd4 fg5
bc3 gf6 ab2 gh4; cd4 fg5 bc3 gf4; cd4 fg5 bc3 gh4 cb4 de5; cd4 fg5 bc3 gh4 cb4 hg5; cd4 fg5 dc5; cd4 fg5
dc3 ef6 ed2 bc5; cd4 fg5 dc3 gf6 gf4 de5; cd4 fg5 dc3 gh4 cb4; cd4 fg5 gf4 gf6 bc3 hg7; cd4 fg5 gf4 gf6
bc3 gh4; cd4 fg5 gh4 ba5; cd4 fg5 gh4 dc5; cd4 fg5 gh4 dc5 hf6 eg5; cd4 fg5 gh4 ef6; cd4 fg5 gh4 gf4;
cd4 hg5; cd4 hg5 bc3 gf4; cd4 hg5 bc3 gh4; cd4 hg5 bc3 gh4 cb4 de5; cd4 hg5 gf4 gh4 fe5; c3-g5 a7-a5;
c3-g5 a7-e5; c3-g5 b6-c5; c3-g5 c7-c5; c3-g5 c7-e5; c3-g5 g7-c5; c3-g5 g7-e5; c3-g5 h8-a5; c3-h4 ---;
c3-h4 a7-g5; c3-h4 f6-a5; c3-h4 f6-e5; c3-h4 g7-c5; c3-h4 h6-c5; c3-h6 h6-a5; --- c7-a5; --- c7-g5;
d2-a5 ---; d2-a5 b6-h4; d2-a5 e7-g5; d2-a5 g7-d2; d2-a5 g7-e5; d2-b4 ---; cd4 hg5 gf4 gh4 fg5 dc5; cd4
hg5 gf4 gh4 fg5 de5; cd4 hg5 gf4 gh4 fg5 fe5; ed4; ed4 ba5; ed4 ba5 dc5 db4 ac5 fg5; ed4 ba5 fe3 ab6;
ed4 ba5 fe3 ab6 ab4 dc5; ed4 ba5 fe3 cb6; ed4 ba5 fe3 de5 gh4 ab6; ed4 ba5 fe3 de5 gh4 cb6; ed4 ba5 fe3
fe5; ed4 ba5 fe3 fg5 gf2 gh4; ed4 ba5 fe3 hg5 gf2; ed4 ba5 gf4 fg5; ed4 bc5; ed4 bc5 db6 ac5 de3 hg5;
ed4 bc5 db6 ac5 gf4 fe5; ed4 bc5 db6 ac5 gh4 de5; ed4 bc5 db6 ca5; ed4 bc5 db6 ca5 ab4 ab6; ed4 bc5 db6
ca5 ab4 hg5; ed4 dc5 cb4 ce3 fd4 fg5; d2-b4 a7-g5; d2-b4 a7-h4; d2-b4 d6-e5; d2-b4 h8-a5; d2-b4 h8-g5;
d2-b4 h8-h4; d2-c5 ---; d2-c5 a7-d2; d2-c5 b6-g5; d2-c5 d6-h4; d2-d4 ---; d2-d4 a7-g5; d2-d4 a7-h4;
d2-d4 b6-a5; d2-d4 b6-g5; d2-d4 c7-h4; d2-d4 d6-h4; d2-d4 f6-e5; d2-d4 f6-g5; d2-d4 h8-h4; d2-d4 h6-g5;
d2-e5 g7-h4; d2-f4 ---; ed4 dc5 cb4 ce3 df4 cd6; ed4 dc5 fe3 cd6; ed4 dc5 fe3 ed6; ed4 dc5 fe3 fg5 gh4
cd6; ed4 dc5 fe3 fg5 gh4 gf6; ed4 dc5 fe3 fg5 gh4 gf4; ed4 dc5 gh4 ce3 fd4 ba5; ed4 de5; ed4 de5 ab4
cd6; ed4 de5 ab4 ed6; ed4 de5 de3 ed6; ed4 de5 fe3; ed4 de5 gf4 eg3 fh4 hg5; ed4 de5 gh4 hg5 fe3; ed4
fe5; ed4 fe5 df6 ge5 ab4 hg7; ed4 fe5 df6 ge5 ab4 hg5; ed4 fe5 df6 ge5 gh4 hg7; ed4 fe5 df6 eg5 fe3; ed4
fg5; ed4 fg5 fe3 bc5; ed4 fg5 fe3 ef6; ed4 fg5 fe3 ef6 gf2 bc5; d2-f4 b6-c5; d2-f4 d6-a5; d2-f4 e7-a5;
d2-g5 h6-h4; d2-h4 b6-c5; d2-h4 e7-c5; d2-h4 f6-g5; d2-h4 g7-e5; d2-h4 h6-e5; --- d6-a5; --- d6-g5; ---
d6-h4; e3-a5 ---; e3-a5 a7-e5; e3-a5 a7-g5; e3-a5 b6-c5; e3-a5 d6-e5; e3-a5 e7-g5; e3-a5 f6-b4; e3-a5
g7-b4; e3-a5 h8-e5; e3-a5 h8-h4; e3-b4 ---; ed4 fg5 fe3 gf6; ed4 fg5 gh4 ba5; ed4 fg5 gh4 dc5; ed4 fg5
gh4 ef6; ed4 fg5 gh4 gf6; ed4 hg5; ed4 hg5 cb4 de5; ed4 hg5 cb4 gf4; ed4 hg5 cb4 gh4; ed4 hg5 fe3 gf4;
ed4 hg5 gh4 gh6; ef4; ef4 ba5 de3 ab6 cd4 dc5; ef4 ba5 de3 cb6 cd2 fe5; ef4 ba5 fe3 ab6 gf2 fg5; ef4 ba5
fe3 fe5 cd4; ef4 ba5 gh4; ef4 bc5 cb4 fg5 de3; ef4 bc5 de3 ab6 cd4 fg5; ef4 bc5 fe3 cb6 cd4 fe5; ef4 bc5
gh4 ab6 hg3 fe5; ef4 dc5 cb4 ed6; ef4 dc5 cb4 ed6 gh4 de5; e3-b4 a7-c5; e3-b4 a7-e5; e3-b4 a7-h4; e3-b4
b6-f4; e3-b4 b6-g5; e3-b4 f6-e5; e3-b4 h8-e5; e3-b4 h8-h4; e3-b6 b6-b4; e3-c5 d6-g5; e3-c5 g7-h4; e3-d4
---; e3-d4 a7-e5; e3-d4 a7-g5; e3-d4 d6-a5; e3-d4 d6-h4; e3-f4 ---; e3-f4 a7-e5; e3-f4 d6-a5; e3-f4
f6-c5; e3-f4 g7-a5; e3-f6 f6-b4; e3-g5 h6-e5; ef4 dc5 de3; ef4 dc5 fe3; ef4 dc5 gh4 ed6 hg3 fe5; ef4
de5; ef4 de5 fd6 ec5 de3; ef4 de5 fd6 ce5 de3 fg5; ef4 fe5 cd4 ec3 bd4; ef4 fe5 de3; ef4 fe5 de3 ba5 ab4
cb6; ef4 fg5; ef4 fg5 cb4 ge3 fd4; ef4 fg5 cb4 ge3 df4 ef6; ef4 fg5 fe3 gh4 gf2 ba5; ef4 fg5 fe3 gh4 gf2
de5; gf4; gf4 ba5; gf4 ba5 cb4 ac3 bd4 fg5; gf4 ba5 cb4 ac3 db4 de5; gf4 ba5 cb4 ac3 db4 fg5; gf4 ba5
cd4 fe5 df6 eg5; gf4 ba5 hg3 ab6 gh4 de5; gf4 ba5 hg3 fg5; gf4 bc5 hg3 ab6 gh4 ba5; e3-h4 f6-a5; e3-h4
g7-g5; e3-h4 h6-a5; e3-h4 h6-g5; e3-h6 h6-a5; e3-h6 h6-e5; --- e7-h4; f2-a5 d8-f4; f2-a5 d6-e5; f2-a5
e7-e5; f2-a5 f6-e5; f2-a5 g7-e5; f2-b4 d6-a5; f2-b4 d8-h4; f2-b4 e7-e5; f2-b4 g7-e5; f2-b4 h8-c5; f2-b4
h8-g5; f2-c5 a7-f2; f2-c5 h8-e5; f2-d4 b6-c5; f2-d4 c7-g5; f2-d4 d6-a5; gf4 bc5 hg3 fe5 cd4; gf4 dc5;
gf4 dc5 cb4 ba5; gf4 dc5 cb4 fg5; gf4 dc5 cd4 ed6; gf4 dc5 hg3 ed6 gh4 fe5; gf4 de5; gf4 de5 fd6 ce5 fg3
bc7; gf4 de5 fd6 ce5 ab4; gf4 de5 fd6 ec5 hg3; gf4 fe5; gf4 fe5 ab4 eg3 fh4 gf6; gf4 fe5 cd4 ec3; gf4
fe5 cd4 eg3; gf4 fe5 ed4; gf4 fe5 ed4 eg3 hf4 ba5; gf4 fe5 fg3; gf4 fe5 fg3 ef6 ab4; gf4 fe5 hg3 bc5 cb4
ab6; gf4 fe5 hg3 ed4 ec5; gf4 fe5 hg3 gf6 cb4; gf4 fe5 hg3 gf6 ed4; gf4 fg5 cb4 de5; f2-d4 h6-g5; f2-f4
d6-e5; f2-f4 f6-e5; f2-f4 h6-a5; f2-f4 h8-e5; f2-g5 g7-a5; f2-g5 h6-a5; f2-g5 h6-c5; f2-h4 ---; f2-h4
f6-c5; --- f6-a5; --- f6-h4; g1-a5 f6-b4; g1-a5 g7-c5; g1-b4 e7-c5; g1-b4 h8-c5; g1-d4 d6-g5; g1-d4
h6-a5; g1-g5 g7-a5; g1-g5 g7-e5; g1-g5 h8-a5; g1-h4 d6-c5; g1-h4 e7-g5; gf4 fg5 cb4 gf6 bc3 de5; gh4;
gh4 ba5; gh4 ba5 fg3 ab6 gf2 fg5; gh4 ba5 fg3 de5 ed4; gh4 ba5 fg3 fe5 ed4; gh4 ba5 fg3 hg5 gf2; gh4 ba5
hg3 fe5 ed4; gh4 ba5 hg3 ab6 ef4 dc5; gh4 ba5 hg3 ab6 gh2 ba7; gh4 bc5; gh4 bc5 cd4 ab6; gh4 bc5 cd4
fe5; gh4 bc5 ed4 ce3 df4 cb6; gh4 bc5 ed4 ce3 fd4 de5; gh4 bc5 fg3 ab6 cd4 fg5; gh4 dc5; gh4 dc5 cb4
cd4; gh4 dc5 cb4 fg5; gh4 dc5 ef4 cd6; gh4 dc5 fg3 fe5 cd4; gh4 dc5 fg3 fe5 ed4; gh4 dc5 hg3 fe5; g3-a5
---; g3-a5 a7-e5; g3-a5 b6-e5; g3-a5 h6-g5; g3-b4 a7-e5; g3-b4 b6-e5; g3-b4 f8-f4; g3-b4 g7-g5; g3-b4
h8-h4; g3-b4 h6-g5; g3-c5 b6-g5; g3-d4 a7-a5; g3-d4 a7-e5; g3-d4 a7-f4; g3-d4 b6-c5; g3-d4 d6-a5; g3-d4
d6-e5; g3-d4 g7-a5; g3-e5 g7-h4; g3-e5 h8-a5; g3-f4 ---; g3-f4 d6-g5; g3-f4 g7-a5; gh4 de5; gh4 de5 ab4
cd6; gh4 de5 fg3; gh4 de5 hg3 bc5; gh4 de5 hg3 cd6; gh4 fe5; gh4 fe5 ab4 ed4; gh4 fe5 cb4 ef4; gh4 fe5
cd4 ec3 bd4 ba5; gh4 fe5 ed4 bc5; gh4 fe5 ed4 dc5; gh4 fe5 ed4 ef6; gh4 fe5 ed4 gf6; gh4 fe5 ed4 gf6 fg3
dc5; gh4 fe5 ef4 eg3 hf4 ba5; gh4 fe5 fg3; gh4 fe5 fg3 gf6; gh4 fg5; gh4 fg5 hf6 ge5 ab4 fg7; gh4 fg5
hf6 ge5 ed4 fg7; gh4 fg5 hf6 eg5 ed4; gh4 hg5 cd4 dc5; gh4 hg5 cd4 gh6 fg3; g3-f4 h8-g5; g3-g5 a7-h4;
g3-g5 h8-b4; g3-g5 h6-a5; g3-h4 ---; g3-h4 a7-g5; g3-h4 c7-f4; g3-h4 g7-a5; g3-h4 g7-c5; g3-h4 h8-e5;
g3-h6 h6-a5; g3-h6 h6-e5; g3-h6 h6-h4; --- g7-a5; --- g7-e5; --- g7-g5; --- g7-h4; h2-a5 ---; h2-a5
a7-g5; h2-a5 a7-h2; h2-a5 b6-h2; h2-a5 d6-h2; h2-a5 e7-g5; gh4 hg5 ef4 ge3 df4 ba5; gh4 hg5 ef4 ge3 df4
bc5; gh4 hg5 hg3 de5; gh4 hg5 hg3 gh6; h2-a5 f6-h4; h2-a5 g7-b4; h2-a5 g7-h2; h2-a5 h8-h2; h2-a5 h8-h4;
h2-a7 a7-d4; h2-b4 a7-e5; h2-b4 a7-g5; h2-b4 a7-h2; h2-b4 b6-c5; h2-b4 b6-h2; h2-b4 d6-g5; h2-b4 d6-h2;
h2-b4 g7-h2; h2-b4 h8-h2; h2-c5 a7-f4; h2-c5 a7-h2; h2-c5 b6-h2; h2-c5 d6-h2; h2-c5 f6-h2; h2-c5 h8-h2;
h2-d4 a7-h2; h2-d4 b6-c5; h2-d4 b6-h2; h2-d4 c7-h2; h2-d4 d6-h2; h2-d4 g7-h2; h2-e5 a7-b4; h2-e5 a7-d4;
h2-e5 e7-h2; h2-e5 h8-h2; h2-f4 ---; h2-f4 a7-h2; h2-f4 c7-h4; h2-f4 c7-h2; h2-f4 e7-h2; h2-f4 f6-e5;
h2-f4 h6-c5; h2-g5 c7-a5; h2-g5 c7-e5; h2-g5 d6-h2; h2-h4 ---; h2-h4 h6-h2; h2-h4 a7-e5; h2-h4 a7-h2;
h2-h4 d6-e5; h2-h4 d6-h2; h2-h6 h6-f4; h2-h6 h6-h4; --- h6-h4; --- h8-h4
"""
ONE_SOURCE: Final = frozenset(
    {
        183,
        263,
        264,
        265,
        360,
        455,
        492,
        505,
        534,
        535,
        607,
        678,
        679,
        680,
        700,
        742,
        743,
    }
)
"""Entries whose position the second source (portnov/hcheckers) does not have: uncertain."""

NOT_BRAZILIAN: Final = frozenset({17, 248, 279, 321, 334, 338, 340, 526, 580})
"""Entries that the Brazilian table of pydraughts leaves out; in four the majority rule forbids a capture."""
