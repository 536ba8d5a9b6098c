import { keepFocus } from '../keep-focus.ts';
import './verify-app.ts';

document.querySelector('main')?.append(document.createElement('agent-artifacts-verify'));
keepFocus();
