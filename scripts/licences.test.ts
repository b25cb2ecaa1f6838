import { expect, test } from 'vitest'
import { licenceProblems, productionLicences, readLock, readNotice } from './licences.ts'

test('every package of an installation has a known licence, and NOTICE names those that ask for it', () => {
  const packages = productionLicences(readLock())
  expect(packages.length).toBeGreaterThan(100)
  expect(licenceProblems(packages, readNotice())).toEqual([])
})

test('a package without a licence, with an unknown one, or missing in NOTICE is a problem', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/none': {},
      'node_modules/gpl': { license: 'GPL-3.0-only' },
      'node_modules/a/node_modules/both': { license: 'MIT AND GPL-2.0-only' },
      'node_modules/either': { license: '(MIT OR GPL-2.0-only)' },
      'node_modules/@fonts/one': { license: 'OFL-1.1' },
      'node_modules/@fonts/two': { license: 'OFL-1.1' },
      'node_modules/tool': { license: 'GPL-3.0-only', dev: true },
    },
  }
  expect(
    licenceProblems(productionLicences(lock), 'Package: @fonts/one, other-*\n').map((problem) => problem.split(':')[0]),
  ).toEqual(['none', 'gpl', 'both', '@fonts/two'])
})
