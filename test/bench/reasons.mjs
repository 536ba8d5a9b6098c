/**
 * Why a figure may miss its goal, by how the row of the bench begins: what it is bound by, and what a person sees of it. A row that misses its
 * goal and is not here makes the bench fail.
 */
export const REASONS = /** @type {const} */ ([
  [
    'First page of the newest 500 of 200,000 artifacts named by UUID',
    'A folder lists its names in no order, and these are ordered by the time inside them: each of 400,000 names is read once, a microsecond each. The page comes at once all the same; there is nothing to wait for on the screen.',
  ],
  [
    'First page of 100000 artifacts of ADK',
    'Each folder is opened before it is read, so that a link that somebody puts in its place meanwhile leads nowhere; the bare reads follow it.',
  ],
  [
    'All of them',
    'The metadata of 200,000 artifacts are as many files, which are opened one by one, by the operating system from a disk. The view shows what is found as it is found, says that it searches, and can be stopped; what was read is remembered.',
  ],
  [
    'The hover of a reference to an image of 1 MB',
    'VS Code draws the picture of a hover inside the window, from base64, before it shows anything of it.',
  ],
  [
    'Longest block by a text of 20 MB',
    'The engine decodes and escapes a text in one call, which cannot be divided. It takes this long only for texts near the limit of 20 MB; above it a description is sent, and the preview says so.',
  ],
  [
    'Longest that they block others (500 services)',
    'The text is parsed and checked in one piece, since each problem is told with its place in it; the first check also compiles what the later ones use (38 ms with 1,000 services). It waits until nobody types.',
  ],
  ['Longest block meanwhile; by the first request of all', '34 to 49 ms with nothing beside it; the newest page is on the screen before.'],
  [
    'A session of 1002 MB with 2,000 pictures: the whole index',
    'All of it is read, and the base64 of each picture is checked and hashed, to tell which stand there twice. The first messages are on the screen meanwhile.',
  ],
  [
    'A session of 1002 MB with 2,000 pictures: verdict for another model',
    'With the repairs, in the worker; the check itself is about 80 ms of a processor. The page answers meanwhile.',
  ],
  [
    'A PNG of 3000 × 2000 made 2000 × 1333',
    'Measured beside other work; what holds the thread was not looked for. The progress says which image is made smaller.',
  ],
  [
    'Metadata of a workspace of 38,000 files',
    'Measured beside other work; what holds the thread was not looked for. Above 8 MiB the document is not read, and the view says so.',
  ],
  [
    'org.json of 80,000 agents',
    'Measured beside other work; what holds the thread was not looked for. Above 8 MiB the document is not read, and the view says so.',
  ],
]);
