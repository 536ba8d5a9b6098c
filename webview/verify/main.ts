import './verify-app.ts';

document.body.append(document.createElement('agent-artifacts-verify'));
