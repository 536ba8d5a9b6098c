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
    'Longest block meanwhile; by the first request of all',
    'A million names are held and ordered at once. It took 34 to 84 ms in several runs, and how much of it is the collection of garbage was not told apart. The newest page is on the screen before.',
  ],
  [
    'A session of 1002 MB with 2,000 pictures: the whole index',
    'All of it is read, and the base64 of each picture is checked and hashed, to tell which stand there twice. The first messages are on the screen meanwhile.',
  ],
  [
    'A session of 1002 MB with 2,000 pictures: verdict for another model',
    'With the repairs, in the worker; the check itself is about 80 ms of a processor. The page answers meanwhile.',
  ],
  [
    'Metadata of a workspace of 38,000 files',
    'A worker parses the document; what it read comes back as one message, which the engine takes apart in one call. It is kept until the file changes. Above 8 MiB it is not read, and the view says so.',
  ],
  [
    'org.json of 80,000 agents',
    'A worker parses the document; the agents and the owners of their workspaces are then put together in one piece, some 3 µs for each (by a profile). Above 8 MiB it is not read, and the view says so.',
  ],
  [
    "From the Explorer's menu to the verdict on an image of 10 MB",
    'All of the image is read, encoded and measured before its verdict; of a film of 5 GB, whose verdict needs its head alone, it takes 123 ms.',
  ],
]);
