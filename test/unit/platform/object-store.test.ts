import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CodedError, type ErrorCode } from '../../../src/core/io/errors.ts';
import { ArtifactStore } from '../../../src/core/store/artifact-store.ts';
import { namedRoot, rootByName } from '../../../src/platform/find-root.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { ObjectStoreFileSystem, type ObjectStoreFileSystemOptions } from '../../../src/platform/object-store/object-store-file-system.ts';
import { type LoadedRoot, openRoot } from '../../../src/platform/open-root.ts';
import { createSampleRoot } from '../../../src/sample/sample-root.ts';
import {
  BUCKET,
  type Breaking,
  failure,
  KEYS,
  keysOf,
  madeUpStore,
  ONLY_KEYS,
  s3Server,
  withEnvironment,
} from '../../support/object-stores.ts';
import { cli } from '../../support/command-line.ts';
import { byEffort, itWhenThorough } from '../../support/effort.ts';
import { connect } from '../../support/mcp-connection.ts';
import { builtCli, type Ended } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const disk = new NodeFileSystem();

const CLEAN = {
  ...ONLY_KEYS,
  AWS_SESSION_TOKEN: undefined,
  AWS_REGION: undefined,
  AWS_ENDPOINT_URL: undefined,
  AWS_MAX_ATTEMPTS: '1',
};

const at = (key: string): string => `s3://${BUCKET}/${key}`;

function storeAt(endpoint: string, options: ObjectStoreFileSystemOptions = {}): ObjectStoreFileSystem {
  const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }), ...options });
  after(() => fs.disconnect());
  return fs;
}

/** Runs the command line in this process, whose environment the client of object stores looks into as well. */
async function cliWith(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Ended> {
  const saved = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await cli(args, { env });
  } finally {
    process.env = saved;
  }
}

async function rejectsWith(code: ErrorCode, operation: Promise<unknown>): Promise<CodedError> {
  const error = await operation.then(
    () => assert.fail(`no ${code}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof CodedError, String(error));
  assert.equal(error.code, code);
  return error;
}

describe('A data root in an object store', () => {
  withEnvironment(CLEAN);
  const roots: Record<'local' | 'remote', LoadedRoot> = {} as never;
  let folder: string;
  let endpoint: string;
  let put: (key: string, content: Uint8Array | string) => Promise<void>;

  before(async function () {
    this.timeout(60_000);
    folder = path.join(await temporaryFolder(), 'root');
    const media = path.join(project, 'media/sample');
    await createSampleRoot(folder, { fs: disk, readAsset: (name) => readFile(path.join(media, name)) });
    await cp(path.join(project, 'test/fixtures/layouts'), path.join(folder, 'layouts'), { recursive: true, force: false }).catch(
      () => undefined,
    );
    ({ endpoint, put } = await s3Server());
    for (const [key, content] of await keysOf(folder, 'fleet')) await put(key, content);
    const fs = storeAt(endpoint);
    roots.local = await openRoot(disk, await namedRoot(disk, folder));
    roots.remote = await openRoot(fs, await namedRoot(fs, at('fleet')));
  });

  it('has the same artifacts as on the disk: names, types, states, bytes', async () => {
    const [local, remote] = await Promise.all([roots.local.store.list(), roots.remote.store.list()]);
    assert.ok(local.items.length >= 15);
    // Times are those of the upload, places those of the bucket.
    const told = ({ items }: typeof local) =>
      items.map(({ location: _place, createdAt: _created, updatedAt: _updated, ...facts }) => facts);
    assert.deepEqual(told(remote), told(local));
    for (const { reference, state } of local.items) {
      const [one, other] = await Promise.all([roots.local.store.getArtifact(reference), roots.remote.store.getArtifact(reference)]);
      assert.deepEqual([one?.mimeType, one?.isBinary, one?.size], [other?.mimeType, other?.isBinary, other?.size], reference.kind);
      assert.deepEqual(other?.content, one?.content, state);
    }
  });

  it('has the same workspaces, services and verdicts', async () => {
    const ids = async ({ workspaces }: LoadedRoot) => (await workspaces.listWorkspaces()).map(({ workspaceId }) => workspaceId).sort();
    assert.deepEqual(await ids(roots.remote), await ids(roots.local));
    assert.deepEqual(roots.remote.services.getServices(), roots.local.services.getServices());
    const { items } = await roots.local.store.list();
    for (const { id } of roots.local.services.getServices()) {
      for (const { reference } of items) {
        const routed = await Promise.all(
          [roots.local, roots.remote].map(async ({ store, router }) => {
            const artifact = await store.getArtifact(reference);
            return artifact && (await router.routeContent(artifact, id)).routing;
          }),
        );
        assert.equal(routed[1], routed[0], `${id} ${JSON.stringify(reference)}`);
      }
    }
  });

  itWhenThorough('is opened by the command line, which says what is wrong with an address', async () => {
    const env = { AWS_ENDPOINT_URL_S3: endpoint, XDG_CACHE_HOME: path.dirname(folder) };
    const run = (...args: string[]) => cliWith(env, args);
    const near = await run('list', '--json', '--root', folder);
    // The built program finds the client of the store, which looks into the environment of its process.
    const far = await builtCli(['list', '--json', '--root', at('fleet')], { env });
    const names = (text: string) =>
      (JSON.parse(text) as { items: { name: string; mimeType?: string }[] }).items.map((item) => [item.name, item.mimeType]);
    assert.deepEqual(names(far.stdout), names(near.stdout));
    assert.equal(far.stderr, '');
    assert.match((await run('list', '--root', at('nothing'))).stderr, /Folder s3:\/\/agents\/nothing not found\. \[root_not_found\]/);
    assert.match((await run('list', '--root', 's3://nobody')).stderr, /The bucket does not exist\. \[root_unreadable\]/);
    const local = await run('route', '13', '--root', folder, '--json');
    const remote = await run('route', '13', '--root', at('fleet'), '--json');
    assert.equal(local.code, 0);
    assert.equal(remote.stdout, local.stdout);
  });

  it('is the same over MCP: what is listed, read, previewed, and named as a resource', async () => {
    process.env['AWS_ENDPOINT_URL_S3'] = endpoint;
    try {
      const told = await Promise.all(
        [folder, at('fleet')].map(async (root) => {
          const connection = await connect(['--root', root]);
          const { structuredContent } = await connection.call('list_artifacts', {});
          const items = structuredContent['items'] as Record<string, unknown>[];
          const answers = [];
          for (const { ref } of items) {
            const { content, isError } = await connection.call('get_artifact', { ref });
            const preview = await connection.call('preview_artifact', { ref, model: 'gpt-5.2' });
            answers.push({ ref, isError, content, preview: preview.structuredContent });
          }
          const { result } = await connection.request('resources/list');
          const resources = (result?.['resources'] as Record<string, unknown>[]).map(({ uri, title, mimeType }) => [uri, title, mimeType]);
          return { items: items.map(({ createdAt: _created, updatedAt: _updated, ...facts }) => facts), answers, resources };
        }),
      );
      const verdicts = (told[0]?.answers ?? []).filter(({ preview }) => 'verdict' in preview);
      assert.ok(verdicts.length >= 12, `${verdicts.length} of ${told[0]?.answers.length}`);
      assert.deepEqual(told[1], told[0]);
    } finally {
      delete process.env['AWS_ENDPOINT_URL_S3'];
    }
  });

  it('tells with --verbose what it cost and how old the list is; --refresh lists all names anew', async () => {
    const env = { AWS_ENDPOINT_URL_S3: endpoint, XDG_CACHE_HOME: await temporaryFolder() };
    const facts = async (...more: string[]) => {
      const { code, stderr } = await cliWith(env, ['list', '--json', '--root', at('fleet'), '--verbose', ...more]);
      assert.equal(code, 0, stderr);
      const [, requests, listed] =
        /^agent-artifacts: (\d+) requests to the object store\nagent-artifacts: names listed (\S+ \S+) UTC, the newest ones just now\n$/.exec(
          stderr,
        ) ?? assert.fail(stderr);
      return { requests: Number(requests), listed };
    };
    const first = await facts();
    const again = await facts();
    assert.ok(again.requests < first.requests, `${again.requests} after ${first.requests}`);
    assert.equal(again.listed, first.listed);
    const kept = path.join(env.XDG_CACHE_HOME, 'agent-artifacts');
    const lists = async () =>
      Promise.all((await readdir(kept)).filter((name) => name.endsWith('.names')).map((name) => readFile(path.join(kept, name), 'latin1')));
    const listedAt = async () => (await lists()).map((text) => Number(/"listedAt":(\d+)/.exec(text)?.[1]));
    const before = await listedAt();
    await facts('--refresh');
    assert.ok(before.length > 0);
    for (const [at, time] of (await listedAt()).entries()) assert.ok(time > (before[at] ?? Infinity));
    assert.equal((await cliWith(env, ['list', '--root', folder, '--verbose'])).stderr, '', 'a folder costs no request');
  });

  it('is never written', async () => {
    const fs = storeAt(endpoint);
    for (const write of [fs.writeFile(), fs.stage(), fs.createDirectory(), fs.deleteFile()]) await rejectsWith('read_only', write);
  });
});

describe('Objects', () => {
  withEnvironment(CLEAN);

  it('with keys that are no names are shown as what they are; those that no path leads to are left out', async () => {
    const odd = [
      'per%cent%2F',
      'a+b c',
      'ünïcode ☃',
      'tab\there',
      'bell\x07',
      '..dots',
      `qu'ote"(1)!*`,
      '<b>&amp;',
      `${'ü'.repeat(500)}${'n'.repeat(20)}`,
    ];
    const { endpoint } = await madeUpStore([...odd.map((name) => `odd/${name}`), 'odd/', 'odd//unreachable', 'odd/../up']);
    const fs = storeAt(endpoint);
    assert.deepEqual([...(await fs.readNames(at('odd')))].sort(), [...odd, '..'].sort());
    for (const name of odd) assert.equal(Buffer.from(await fs.readFile(fs.join(at('odd'), name))).toString(), `odd/${name}`);
    for (const names of [['..'], ['a', '..'], ['a/b'], [''], ['.']]) await rejectsWith('outside_root', fs.resolveInside(at('odd'), names));
  });

  it('that were replaced since they were listed are read as they are now, and it is said', async () => {
    let content = 'old';
    const replaced: string[] = [];
    const { endpoint } = await madeUpStore(['changing/1.txt'], { content: () => content });
    const fs = storeAt(endpoint, { onReplaced: (location) => replaced.push(location) });
    assert.deepEqual(await fs.readNames(at('changing')), ['1.txt']);
    content = 'newer';
    assert.equal(Buffer.from(await fs.readFile(at('changing/1.txt'))).toString(), 'newer');
    assert.deepEqual(replaced, [at('changing/1.txt')]);
    assert.equal((await fs.stat(at('changing/1.txt'))).size, 5);
  });

  it('that were deleted since they were listed are not found', async () => {
    let isThere = true;
    const { endpoint } = await madeUpStore(['dir/1.txt'], {
      breaking: ({ kind }, _request, response) => {
        if (kind === 'list' || isThere) return false;
        response.writeHead(404).end(kind === 'head' ? undefined : failure('NoSuchKey'));
        return true;
      },
    });
    const fs = storeAt(endpoint);
    assert.deepEqual(await fs.readNames(at('dir')), ['1.txt']);
    isThere = false;
    await rejectsWith('not_found', fs.readFile(at('dir/1.txt')));
  });

  it('are read in parts, and nothing is behind their end', async () => {
    const { endpoint } = await madeUpStore(['parts/1', 'parts/0'], { content: (key) => (key === 'parts/1' ? '0123456789' : '') });
    const fs = storeAt(endpoint);
    const part = async (offset?: number, length?: number) =>
      Buffer.from(
        await fs.readFile(at('parts/1'), { ...(offset !== undefined && { offset }), ...(length !== undefined && { length }) }),
      ).toString();
    assert.deepEqual(
      [await part(), await part(2, 3), await part(8), await part(8, 9), await part(10), await part(0, 0)],
      ['0123456789', '234', '89', '89', '', ''],
    );
    assert.equal((await fs.readFile(at('parts/0'))).length, 0);
    assert.equal((await fs.readFile(at('parts/0'), { length: 5 })).length, 0);
  });
});

describe('Names in an object store', () => {
  withEnvironment(CLEAN);
  const uuid = (seed: number): string =>
    `${((seed * 2654435761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-${String(seed).padStart(12, '0')}`;
  const cases: Readonly<Record<string, readonly string[]>> = {
    numbers: Array.from({ length: 6_000 }, (_, number) => [`${number + 1}.png`, `${number + 1}.meta`]).flat(),
    UUIDs: Array.from({ length: 9_000 }, (_, seed) => `${uuid(seed)}.json`),
    words: Array.from(
      { length: 5_000 },
      (_, number) => `${'Zebra,été,☃ snow,~tilde,report,_x,:colon,😀'.split(',')[number % 8]} ${number}`,
    ),
    'all of them': [
      ...Array.from({ length: 2_500 }, (_, number) => `${number}.txt`),
      ...Array.from({ length: 2_500 }, (_, seed) => uuid(seed)),
      ...Array.from({ length: 500 }, (_, number) => `g${number}`),
      ...Array.from({ length: 500 }, (_, number) => `:${number}`),
      ...Array.from({ length: 500 }, (_, number) => `folder${number}/file`),
    ],
  };
  for (const [title, names] of Object.entries(cases)) {
    it(`are read once each, whatever they begin with: ${title}`, async function () {
      this.timeout(20_000);
      const { endpoint, asked } = await madeUpStore(['before', ...names.map((name) => `dir/${name}`), 'e/behind']);
      const expected = [...new Set(names.map((name) => name.split('/')[0] ?? ''))].sort();
      assert.deepEqual([...(await storeAt(endpoint).readNames(at('dir')))].sort(), expected);
      // A page has 1,000 names; the parallel listings may each end with one that is not full.
      assert.ok(asked.length <= expected.length / 1000 + 19, `${asked.length} listings`);
    });
  }

  it('are no longer asked for when nobody reads on', async () => {
    const { endpoint, asked } = await madeUpStore(Array.from({ length: 30_000 }, (_, number) => `dir/${number}`));
    for await (const names of storeAt(endpoint).streamNames(at('dir'))) {
      assert.equal(names.length, 1000);
      break;
    }
    assert.equal(asked.length, 1);
  });
});

describe('Requests to an object store', () => {
  withEnvironment(CLEAN);
  const sidecar = (id: string): string =>
    JSON.stringify({ id, extension: '.png', type: 'image/png', name: `picture ${id}`, size: 1, createdAt: '2026-01-01T00:00:00.000Z' });
  const content = (key: string): string => (key.endsWith('.meta') ? sidecar(/(\d+)\.meta$/.exec(key)?.[1] ?? '') : 'no PNG');

  itWhenThorough(
    'for the first page of thousands of artifacts are the listings of their names and 500 sidecars; for one artifact at most three',
    async function () {
      this.timeout(60_000);
      const count = byEffort({ quick: 2000, usual: 20_000, soak: 20_000 });
      const keys = Array.from({ length: count }, (_, number) => [
        `root/artifacts/${number + 1}.png`,
        `root/artifacts/${number + 1}.meta`,
      ]).flat();
      const { endpoint, asked } = await madeUpStore(keys, { content });
      let requests = 0;
      const fs = storeAt(endpoint, { onRequest: () => requests++ });
      const store = new ArtifactStore({ fs, artifactsDir: at('root/artifacts'), workspacesDir: at('root/workspaces') });
      const page = await store.list({ limit: 500 });
      assert.deepEqual([page.total, page.items[0]?.name, page.items.length], [count, `picture ${count}`, 500]);
      const countOf = (kind: string) => asked.filter((each) => each.kind === kind).length;
      assert.ok(countOf('list') <= Math.ceil((2 * count) / 1000) + 12, `${countOf('list')} listings`);
      assert.equal(countOf('get'), 500);
      assert.equal(countOf('head'), 0);
      assert.equal(requests, asked.length, 'they are counted');
      asked.length = 0;
      assert.equal((await store.getArtifact(`artifact:${count - 1}`))?.size, 6);
      assert.ok(asked.length <= 3, JSON.stringify(asked));
    },
  );
});

describe('An object store that answers badly', () => {
  withEnvironment(CLEAN);

  const broken = async (breaking: Breaking): Promise<ObjectStoreFileSystem> =>
    storeAt((await madeUpStore(['dir/1', 'dir/2'], { breaking })).endpoint);
  const answers = (status: number, code: string): Breaking => {
    return ({ kind }, _request, response) => {
      response.writeHead(status, { 'x-amz-bucket-region': 'eu-west-1' }).end(kind === 'head' ? undefined : failure(code));
      return true;
    };
  };
  const cases: readonly [status: number, code: string, said: ErrorCode][] = [
    [404, 'NoSuchBucket', 'bucket_not_found'],
    [403, 'AccessDenied', 'permission_denied'],
    [403, 'InvalidAccessKeyId', 'credentials_refused'],
    [403, 'SignatureDoesNotMatch', 'credentials_refused'],
    [403, 'RequestTimeTooSkewed', 'clock_skew'],
    [400, 'ExpiredToken', 'credentials_expired'],
    [503, 'SlowDown', 'store_busy'],
    [500, 'InternalError', 'store_busy'],
  ];
  for (const [status, code, said] of cases) {
    it(`${status} ${code}: ${said}`, async () => {
      const fs = await broken(answers(status, code));
      const error = await rejectsWith(said, fs.readNames(at('dir')));
      assert.doesNotMatch(`${error.message} ${JSON.stringify(error.params)}`, /words of the server|S3RVER/);
      // The answer to a HEAD request has no body that would say more: that of a GET request has.
      await rejectsWith(said, fs.stat(at('dir/3')));
    });
  }

  it('a bucket in another region: the region that is named is asked; where that does not help, it is said', async () => {
    const regions: string[] = [];
    const elsewhere = (isFound: (region: string) => boolean): Breaking => {
      return (_asked, request, response) => {
        const region = /Credential=[^/]+\/\d+\/([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        regions.push(region);
        if (isFound(region)) return false;
        response.writeHead(301, { 'x-amz-bucket-region': 'eu-west-1' }).end(failure('PermanentRedirect'));
        return true;
      };
    };
    assert.deepEqual(await (await broken(elsewhere((region) => region === 'eu-west-1'))).readNames(at('dir')), ['1', '2']);
    assert.deepEqual(regions, ['us-east-1', 'eu-west-1']);
    const { params } = await rejectsWith('wrong_region', (await broken(elsewhere(() => false))).readNames(at('dir')));
    assert.deepEqual([params['name'], params['region']], [BUCKET, 'eu-west-1']);
  });

  it('a busy server: it is asked again a little later, three times at most', async () => {
    delete process.env['AWS_MAX_ATTEMPTS'];
    try {
      const times: number[] = [];
      const busy = (until: number): Breaking => {
        return (_asked, _request, response) => {
          times.push(performance.now());
          if (times.length > until) return false;
          response.writeHead(503).end(failure('SlowDown'));
          return true;
        };
      };
      assert.deepEqual(await (await broken(busy(2))).readNames(at('dir')), ['1', '2']);
      assert.equal(times.length, 3);
      times.length = 0;
      await rejectsWith('store_busy', (await broken(busy(Infinity))).readNames(at('dir')));
      assert.equal(times.length, 3);
    } finally {
      process.env['AWS_MAX_ATTEMPTS'] = CLEAN.AWS_MAX_ATTEMPTS;
    }
  });

  it('half a listing, or one that breaks off, is no list of names', async () => {
    const xml = `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>dir/1</Key>`;
    const half = (isWhole: boolean): Breaking => {
      return (_asked, _request, response) => {
        response.writeHead(200, { 'content-length': isWhole ? xml.length : 1_000 });
        response.write(xml);
        if (isWhole) response.end();
        else setTimeout(() => response.destroy(), 20);
        return true;
      };
    };
    await rejectsWith('not_object_store', (await broken(half(true))).readNames(at('dir')));
    await rejectsWith('store_unreachable', (await broken(half(false))).readNames(at('dir')));
  });

  it('an archived object: archived; one under a key that may not be used: encrypted', async () => {
    await rejectsWith('archived', (await broken(answers(403, 'InvalidObjectState'))).readFile(at('dir/1')));
    const kms: Breaking = (_asked, _request, response) => {
      response
        .writeHead(403)
        .end('<Error><Code>AccessDenied</Code><Message>not authorized to perform: kms:Decrypt on the resource</Message></Error>');
      return true;
    };
    await rejectsWith('encrypted', (await broken(kms)).readFile(at('dir/1')));
  });

  it('another server behind the address: not_object_store', async () => {
    for (const page of ['<html><body>Welcome</body></html>', 'not XML at all <', '{"json": true}', '<?xml version="1.0"?><Other/>']) {
      const breaking: Breaking = (_asked, _request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        return true;
      };
      await rejectsWith('not_object_store', (await broken(breaking)).readNames(at('dir')));
    }
  });

  it('half a body is asked for again, and is no content when it stays half', async () => {
    let times = 0;
    const half = (until: number): Breaking => {
      return ({ kind }, _request, response) => {
        if (kind !== 'get' || ++times > until) return false;
        response.writeHead(200, { 'content-length': 100 });
        response.write('half');
        response.once('drain', () => response.destroy());
        setImmediate(() => response.destroy());
        return true;
      };
    };
    assert.equal(Buffer.from(await (await broken(half(2))).readFile(at('dir/1'))).toString(), 'dir/1');
    assert.equal(times, 3);
    times = 0;
    await rejectsWith('store_unreachable', (await broken(half(Infinity))).readFile(at('dir/1')));
  });

  it('nobody behind the address: store_unreachable', async () => {
    await rejectsWith('store_unreachable', storeAt('http://127.0.0.1:1').readNames(at('dir')));
  });
});

describe('Addresses and credentials of object stores', () => {
  it('without credentials: credentials_missing, and nothing is asked', async () => {
    const { endpoint, asked } = await madeUpStore(['dir/1']);
    const saved = { ...process.env };
    Object.assign(process.env, CLEAN);
    for (const [name, value] of Object.entries(CLEAN)) if (value === undefined) delete process.env[name];
    for (const name of Object.keys(KEYS)) delete process.env[name];
    try {
      await rejectsWith('credentials_missing', storeAt(endpoint).readNames(at('dir')));
    } finally {
      process.env = saved;
    }
    assert.deepEqual(asked, []);
  });

  describe('with credentials', () => {
    withEnvironment(CLEAN);

    it('an address that is not encrypted is refused unless it is this machine', async () => {
      for (const endpoint of ['http://example.com', 'http://127.0.0.1.example.com', 'http://10.0.0.1:9000'])
        await rejectsWith('insecure_endpoint', storeAt(endpoint).readNames(at('dir')));
      const { endpoint } = await madeUpStore(['dir/1']);
      assert.deepEqual(await storeAt(endpoint.replace('127.0.0.1', 'localhost')).readNames(at('dir')), ['1']);
    });

    it('the profile says the address, the region and the keys', async () => {
      const { endpoint } = await madeUpStore(['dir/1']);
      const file = path.join(await temporaryFolder(), 'config');
      await disk.writeFile(
        file,
        new TextEncoder().encode(
          `[profile minio]\nservices = here\nregion = eu-central-1\naws_access_key_id = a\naws_secret_access_key = b\n[services here]\ns3 =\n  endpoint_url = ${endpoint}\n`,
        ),
        'replace',
      );
      const before = process.env['AWS_CONFIG_FILE'];
      process.env['AWS_CONFIG_FILE'] = file;
      try {
        const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ profile: 'minio' }) });
        assert.deepEqual(await fs.readNames(at('dir')), ['1']);
        fs.disconnect();
      } finally {
        process.env['AWS_CONFIG_FILE'] = before;
      }
    });

    it('a session of SSO that has expired, or was never begun: credentials_expired, with the profile that is to be renewed', async () => {
      const folder = await temporaryFolder();
      const cached = path.join(folder, '.aws/sso/cache', `${createHash('sha1').update('fleet').digest('hex')}.json`);
      const write = async (file: string, text: string) => {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text);
      };
      const file = path.join(folder, 'config');
      const session = '[sso-session fleet]\nsso_region = us-east-1\nsso_start_url = https://example.com/start\n';
      await write(file, `[profile fleet]\nsso_session = fleet\nsso_account_id = 1\nsso_role_name = reader\n${session}`);
      const { endpoint, asked } = await madeUpStore(['dir/1']);
      const saved = { ...process.env };
      Object.assign(process.env, { AWS_CONFIG_FILE: file, HOME: folder, USERPROFILE: folder });
      for (const name of Object.keys(KEYS)) delete process.env[name];
      try {
        for (const isBegun of [false, true]) {
          if (isBegun) await write(cached, JSON.stringify({ accessToken: 'secret', expiresAt: '2020-01-01T00:00:00Z' }));
          const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint, profile: 'fleet' }) });
          const error = await rejectsWith('credentials_expired', fs.readNames(at('dir')));
          fs.disconnect();
          assert.equal(error.params['profile'], 'fleet');
          const { stderr } = await builtCli(['list', '--root', at('dir')], {
            env: { AWS_PROFILE: 'fleet', AWS_ENDPOINT_URL_S3: endpoint },
          });
          assert.match(stderr, /have expired; renew them, for example with "aws sso login"\. \(agents, fleet\)|\(fleet\)/);
          assert.doesNotMatch(stderr, /secret/);
        }
      } finally {
        process.env = saved;
      }
      assert.deepEqual(asked, []);
    });

    it('an address is told from a folder', async () => {
      const { endpoint } = await madeUpStore(['fleet/artifacts/1.txt', 'fleet/workspaces/a/b']);
      process.env['AWS_ENDPOINT_URL_S3'] = endpoint;
      try {
        const { found } = await rootByName(`s3://${BUCKET}/fleet/`, {
          local: disk,
          surroundings: { folder: '/', home: '/', env: { XDG_CACHE_HOME: await temporaryFolder() } },
        });
        assert.deepEqual([found.folder, found.description.evidence], [at('fleet'), 'data_folders']);
      } finally {
        delete process.env['AWS_ENDPOINT_URL_S3'];
      }
    });
  });
});
