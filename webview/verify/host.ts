import { parseVerifyHostMessage, type VerifyHostMessage, type VerifyRequest } from '../../src/shared/verify-protocol.ts';
import { connectHost } from '../connect-host.ts';

/** The page keeps nothing: results of another day would mislead. */
const { post, listen } = connectHost<VerifyHostMessage, VerifyRequest, null>(parseVerifyHostMessage, () => null);
export { listen };

/** Asks the host for something. */
export function ask(type: VerifyRequest['type']): void {
  post({ type });
}
