import { keepFocus } from '../keep-focus.ts';
import './matrix-app.ts';

document.querySelector('main')?.append(document.createElement('agent-artifacts-matrix'));
keepFocus();
