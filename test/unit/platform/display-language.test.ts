import assert from 'node:assert/strict';
import { descriptionLanguageFor } from '../../../src/core/routing/description.ts';
import { terminalLanguage } from '../../../src/platform/find-root.ts';

describe('the display language', () => {
  it('[E-23] is Chinese for every locale of Chinese, else English', () => {
    for (const locale of ['zh', 'zh-cn', 'zh-TW', 'zh-Hant-HK', 'ZH', 'zh_CN.UTF-8'])
      assert.equal(descriptionLanguageFor(locale), 'zh', locale);
    for (const locale of ['en', 'en-GB', 'de', 'ja-JP', '', 'zhx', 'C', 'x-zh']) assert.equal(descriptionLanguageFor(locale), 'en', locale);
  });

  it('[E-23] of a terminal is that of LC_ALL, LC_MESSAGES and LANG, the first that is set', () => {
    assert.equal(terminalLanguage({ LANG: 'zh_CN.UTF-8' }, 'en-US'), 'zh');
    assert.equal(terminalLanguage({ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'zh-CN'), 'en');
    assert.equal(terminalLanguage({ LANG: 'en_US.UTF-8', LC_MESSAGES: 'en_US.UTF-8', LC_ALL: 'zh_TW.UTF-8' }, 'en-US'), 'zh');
    assert.equal(terminalLanguage({ LC_ALL: '', LANG: 'zh_CN.UTF-8' }, 'en-US'), 'zh');
    assert.equal(terminalLanguage({ LC_ALL: 'C.UTF-8', LANG: 'zh_CN.UTF-8' }, 'zh-CN'), 'en');
  });

  it('[E-23] LANGUAGE goes before them, by the first language that there are descriptions in, but for the C locale', () => {
    assert.equal(terminalLanguage({ LANGUAGE: 'zh_CN:en', LANG: 'en_US.UTF-8' }, 'en-US'), 'zh');
    assert.equal(terminalLanguage({ LANGUAGE: 'fr:zh', LANG: 'fr_FR.UTF-8' }, 'fr-FR'), 'zh');
    assert.equal(terminalLanguage({ LANGUAGE: 'fr', LANG: 'zh_CN.UTF-8' }, 'zh-CN'), 'en');
    for (const locale of ['C', 'POSIX', 'C.UTF-8'])
      assert.equal(terminalLanguage({ LANGUAGE: 'zh_CN', LC_ALL: locale }, 'zh-CN'), 'en', locale);
  });

  it('[E-23] without any of them is that of the system', () => {
    assert.equal(terminalLanguage({}, 'zh-Hans-CN'), 'zh');
    assert.equal(terminalLanguage({}, 'en-US'), 'en');
  });
});
