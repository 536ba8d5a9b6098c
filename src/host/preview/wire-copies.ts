import type { JudgedRequest, ModelRequest } from '../../core/receive/model-request.ts';
import { modelNameIn } from '../../core/models/catalogue/model-id.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { curlCommand } from '../../core/wire/endpoint.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import type { PreviewSubject } from './preview-subject.ts';
import type { PreviewedContents } from './routes.ts';

/** In place of a command for a host whose address is not known here: that of a cloud is another one for each customer. */
const NO_ADDRESS = '# The address of this host is not known here: send the body with its own SDK.\n';

/** The whole body as JSON text, nothing shortened. */
export function bodyJson({ result }: ModelRequest): string {
  return JSON.stringify(result.body, null, 2);
}

/**
 * A command that sends it: an environment variable stands for the key, and the address has no credentials. An API that
 * was chosen against that of the service is not spoken at the service's address: its provider's own is taken. A model of the catalogue
 * at a host whose address is not known gets a comment that says so.
 */
export function bodyCurl(
  { result, choice, model, bytes }: Pick<JudgedRequest, 'result' | 'choice' | 'model' | 'bytes'>,
  service: LlmServiceConfig | null,
): string {
  if (service?.api !== undefined && service.baseURL === undefined && modelNameIn(service.id) !== undefined) return NO_ADDRESS;
  const isElsewhere = choice.certainty === 'chosen' && apiOfService(service ?? {}).api !== choice.api;
  return curlCommand(result, choice.api, { baseURL: isElsewhere ? undefined : service?.baseURL, model, size: bytes });
}

/** All that the model receives, as a fixture for tests. Contains neither key nor address of the service. */
export interface WireFixture {
  /** `artifact:{id}` or `file:{path}`, of each. */
  readonly references: readonly string[];
  /** Null for "text only". */
  readonly service: { readonly id: string; readonly model?: string; readonly input: readonly string[] } | null;
  readonly route: string;
  /** The canonical message. */
  readonly message: unknown;
  readonly api: string;
  readonly body: unknown;
  readonly verdicts: ModelRequest['verdicts'];
}

/** Puts a fixture together. @param input input capabilities in force */
export function wireFixture(
  subject: Pick<PreviewSubject, 'references'>,
  routed: PreviewedContents,
  wired: ModelRequest,
  service: LlmServiceConfig | null,
  input: readonly string[],
): WireFixture {
  return {
    references: subject.references.map(formatReference),
    service: service && { id: service.id, ...(service.model !== undefined && { model: service.model }), input },
    route: routed.verdict.outcome,
    message: routed.message,
    api: wired.choice.api,
    body: wired.result.body,
    verdicts: wired.verdicts,
  };
}
