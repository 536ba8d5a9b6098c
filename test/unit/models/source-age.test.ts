import assert from 'node:assert/strict';
import { daysOld } from '../../../src/core/models/catalogue/source-age.ts';

describe('The age of a source of the catalogue', () => {
  it('is said in days once it is over 60', () => {
    const at = (days: number) => new Date(Date.UTC(2026, 8, 23 + days, 12));
    assert.deepEqual(
      [0, 60, 61, 400].map((days) => daysOld('2026-09-23', at(days))),
      [undefined, undefined, 61, 400],
    );
  });

  it('is nothing for a day that is none, or still to come', () => {
    assert.equal(daysOld('2027-01-01', new Date('2026-11-27')), undefined);
    assert.equal(daysOld('soon'), undefined);
  });
});
