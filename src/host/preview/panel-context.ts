import type * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import type { CatalogueService } from '../../core/wire/catalogue-service.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { ReversibleEdit } from '../screen/notify-edit.ts';
import type { PreviewModels, SubjectForm } from './content-source.ts';

/** What a panel asks of the rest of the extension. */
export interface PanelContext {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  /** The service selected for previews of these models; null is "text only". */
  selectedService(models: PreviewModels): string | null;
  selectService(models: PreviewModels, serviceId: string | null): void;
  /** How one content goes to the model was chosen. */
  rememberForm(form: SubjectForm): void;
  /** Ids of the models of the catalogue that were chosen of late. */
  recentModels(): readonly string[];
  /** Lets a person choose any model of the catalogue. */
  pickModel(models: PreviewModels): Promise<void>;
  /** What is remembered of choices in every window. */
  readonly memory: vscode.Memento | undefined;
  /** Writes a catalogue model as a service into the `llmservices.json` of a data root. */
  addModel(root: OpenRoot, model: CatalogueService): Promise<void>;
  /** @param root undefined where none is open, which is said @returns the edit that was made; undefined when none was */
  editCapabilities(root: OpenRoot | undefined, serviceId: string | null): Promise<ReversibleEdit | undefined>;
}
