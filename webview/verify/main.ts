import './verify-app.ts';

document.querySelector('main')?.append(document.createElement('agent-artifacts-verify'));
