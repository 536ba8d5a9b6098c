/** The commands that change `llmservices.json`: a chunk of its own, because nothing needs them before one is run. */
import type { DataRoots } from '../roots/open-root.ts';
import { addService as add, stepwiseServiceForm } from './add-service.ts';
import { QuickCapabilityPicker } from './capability-picker.ts';
import { editCapabilities as edit } from './edit-capabilities.ts';

export { createServicesFile } from './create-services-file.ts';

const picker = new QuickCapabilityPicker();

/** Asks for a service and its capabilities unless the argument names the service; see edit-capabilities. */
export function editCapabilities(roots: DataRoots, argument: unknown): Promise<void> {
  return edit(roots, picker, argument);
}

/** Asks for a new service step by step. */
export function addService(roots: DataRoots, argument: unknown): Promise<void> {
  return add(roots, stepwiseServiceForm(picker), argument);
}
