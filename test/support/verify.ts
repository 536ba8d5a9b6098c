import assert from 'node:assert/strict';
import { TEXT_ONLY, type ModelCapabilities } from '../../src/core/models/capability.ts';
import type { LlmServiceConfig } from '../../src/core/models/schema.ts';
import { VerifyTarget } from '../../src/core/verify/target.ts';
import { verifyService, type ProbeResult, type VerifyOptions } from '../../src/core/verify/verify-service.ts';
import { httpSender } from '../../src/platform/http-sender.ts';

/** Nobody's: made for the tests. */
export const TEST_KEY = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH';

/** Verifies a service at an address, over the network. */
export function verifyAt(
  baseURL: string,
  service: Partial<LlmServiceConfig> = {},
  { declared = TEXT_ONLY, ...options }: Partial<VerifyOptions> & { declared?: ModelCapabilities } = {},
): Promise<readonly ProbeResult[]> {
  const target = VerifyTarget.of({ id: 'a', model: 'm', apiKey: TEST_KEY, baseURL, ...service }, declared, {
    environment: () => undefined,
  });
  assert.ok(target instanceof VerifyTarget, JSON.stringify(target));
  return verifyService(target, { send: httpSender(), timeoutMs: 20_000, ...options });
}

/** Outcome and reason of one probe. */
export function outcomeOf(results: readonly ProbeResult[], probe: ProbeResult['probe']): string {
  const { outcome, reason } = results.find((result) => result.probe === probe) ?? {};
  return `${outcome} ${reason}`;
}
