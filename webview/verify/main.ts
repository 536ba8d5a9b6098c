import { keepFocus } from '../host.ts';
import './verify-app.ts';

document.querySelector('main')?.append(document.createElement('agent-artifacts-verify'));
keepFocus();
