import { expect, test } from 'vitest'
import { readReferences } from './references.ts'

test('a list has receipt numbers and references, each once [gift-aid-12]', () => {
  expect(readReferences(' 7-2026-000123\n٧-٢٠٢٦-٠٠٠١٢٤, 0A1B2C3D4E;0a1b2c3d4e what? ')).toEqual({
    receipts: ['7-2026-000123', '7-2026-000124'],
    references: ['0a1b2c3d4e'],
    unreadable: ['what?'],
  })
  expect(readReferences('\n')).toEqual({ receipts: [], references: [], unreadable: [] })
})
