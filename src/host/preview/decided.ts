import * as vscode from 'vscode';
import type { DescriptionLanguage } from '../../core/content/media-type.ts';
import { modelDoubt } from '../../core/models/catalogue/check-catalogue.ts';
import type { ModelKnowledge } from '../../core/models/catalogue/load-catalogue.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { displayLanguage, fixedLanguage } from '../roots/settings.ts';
import { mayWrite } from '../screen/unavailable.ts';
import type { PreviewServices } from './content-source.ts';
import { kindCapability, withDoubts } from './routed-arrival.ts';
import type { Routed } from './routed.ts';
import { wireFor } from './wired.ts';

/**
 * Of the services that declare what a content needs, those whose models are not known not to take it: nothing else is offered
 * as a way out.
 *
 * @param withAllCapabilities what a model would get that takes everything
 */
export function capableServices(
  { verdict }: Routed,
  withAllCapabilities: Routed,
  services: PreviewServices,
  catalogue: ModelKnowledge,
): string[] {
  const isDoubtful = (service: LlmServiceConfig): boolean => {
    if (verdict.outcome === 'message') {
      const { attachments } = withDoubts(withAllCapabilities, wireFor(withAllCapabilities, service, services), service, catalogue);
      // Of one whose type is not known, only the capability it needs can be asked for.
      return attachments.some(
        ({ outcome, capability, doubt }) =>
          doubt ?? (outcome === 'failed' && modelDoubt(service.model, { declared: capability }, catalogue)),
      );
    }
    const [declared] = verdict.capabilities.filter((type) => services.hasCapability(service.id, type));
    return declared !== undefined && modelDoubt(service.model, { declared, kind: kindCapability(verdict) }, catalogue) !== null;
  };
  return verdict.capable.filter((id) => {
    const service = services.getServiceById(id);
    return service && !isDoubtful(service);
  });
}

const NAME = 'descriptionLanguage';

/** Whether the setting fixes the language of descriptions; else it is that of the display. */
export function isLanguageFixed(): boolean {
  return fixedLanguage(configuration().get(NAME)) !== undefined;
}

/**
 * Makes descriptions be in a language, by the settings of the workspace where those fix one, else by those of the user. A
 * value that says no more than what holds without it is taken away.
 *
 * @returns false where that is not allowed
 */
export async function setDescriptionLanguage(language: DescriptionLanguage): Promise<boolean> {
  const { workspaceValue, globalValue } = configuration().inspect<unknown>(NAME) ?? {};
  const isOfWorkspace = workspaceValue !== undefined;
  if (isOfWorkspace && !mayWrite()) return false;
  const without = (isOfWorkspace ? fixedLanguage(globalValue) : undefined) ?? displayLanguage();
  const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration().update(NAME, without === language ? undefined : language, target);
  return true;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('agentArtifacts');
}
