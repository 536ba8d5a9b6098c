import * as vscode from 'vscode';
import { showPick } from '../screen/quick-pick.ts';
import type { Choosable, PreviewService } from '../services/preview-service.ts';

interface ModelItem extends vscode.QuickPickItem {
  readonly serviceId: string | undefined;
}

/** Lets a person pick the model service the previews of a root stand for. */
export async function pickModel(root: Choosable, previewService: PreviewService): Promise<void> {
  const selected = previewService.selectedServiceId(root);
  const iconOf = (serviceId: string | undefined): vscode.ThemeIcon => new vscode.ThemeIcon(serviceId === selected ? 'check' : 'blank');
  const items: ModelItem[] = [
    {
      label: vscode.l10n.t('Text only (no service)'),
      iconPath: iconOf(undefined),
      description: vscode.l10n.t('A model that reads only text'),
      serviceId: undefined,
    },
    ...root.services.getServices().map((service) => ({
      label: service.name || service.id,
      iconPath: iconOf(service.id),
      description: service.model ?? '',
      detail: vscode.l10n.t('input: {0}', (root.services.getCapabilities(service.id)?.input ?? ['text']).join(', ')),
      serviceId: service.id,
    })),
  ];
  const picked = await showPick(items, {
    title: vscode.l10n.t('Select the Model for the Preview'),
    placeHolder: vscode.l10n.t('The preview shows what this model would receive'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) previewService.select(root, picked.serviceId);
}
