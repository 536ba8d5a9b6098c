/**
 * Chinese as the display language without the marketplace: a language pack that translates the little of VS Code itself
 * that pictures show. With it, VS Code takes this extension's own translations, which is what is looked at.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The one language there is a pack for, as VS Code spells it. */
const packLanguage = 'zh-cn';

/** VS Code's modules with their texts by key; what is missing stays English. @type {Record<string, Record<string, string>>} */
const texts = {
  'vs/workbench/contrib/files/browser/explorerViewlet': { explore: '资源管理器', explorer: '资源管理器' },
  'vs/workbench/contrib/outline/browser/outline.contribution': { name: '大纲' },
  'vs/workbench/contrib/timeline/browser/timelinePane': { timeline: '时间线' },
  'vs/workbench/contrib/search/common/search': { 'search view': '搜索' },
  'vs/workbench/contrib/markers/browser/messages': { 'problems.view.title': '问题' },
  'vs/workbench/contrib/markers/browser/markers.contribution': { 'problems.view.title': '问题' },
  'vs/base/common/actions': { 'submenu.empty': '(空)' },
  'vs/workbench/browser/parts/views/treeView': { collapseAll: '全部折叠', refresh: '刷新' },
};

/**
 * Puts the pack where a server looks for installed ones, before it starts.
 * @param {string} userDataDir
 */
export async function installLanguagePack(userDataDir) {
  const file = path.join(userDataDir, 'language-pack.json');
  await writeFile(file, JSON.stringify({ version: '1.0.0', contents: texts }));
  const pack = {
    hash: packLanguage, // names the server's cache folder
    label: '中文(简体)',
    extensions: [{ extensionIdentifier: { id: 'agent-artifacts.language-pack-for-tests' }, version: '1.0.0' }],
    translations: { vscode: file },
  };
  await writeFile(path.join(userDataDir, 'languagepacks.json'), JSON.stringify({ [packLanguage]: pack }));
}
