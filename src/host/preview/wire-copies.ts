import type { JudgedRequest, ModelRequest } from '../../core/receive/model-request.ts';
import { modelNameIn } from '../../core/models/catalogue/model-id.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { curlCommand } from '../../core/wire/endpoint.ts';
import { apiOfService } from '../../core/wire/service-api.ts';

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
