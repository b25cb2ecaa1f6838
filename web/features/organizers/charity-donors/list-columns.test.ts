import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryOf } from './donation-filters.ts'
import { columnsInQuery, donationColumns, donorColumns, readColumns } from './list-columns.ts'

test('an address keeps the chosen columns in their order', () => {
  for (const choice of [donationColumns, donorColumns])
    fc.assert(
      fc.property(fc.subarray([...choice.all] as string[], { minLength: 1 }), (columns) => {
        const query = new URLSearchParams(queryOf({ columns: columnsInQuery(columns, choice) }))
        expect(readColumns<string>(query, choice)).toEqual(columns)
      }),
    )
})

test('the checkboxes of a form are read, and unknown columns are left out', () => {
  const read = (query: string) => readColumns(new URLSearchParams(query), donationColumns)
  expect(read('columns=amount&columns=state')).toEqual(['amount', 'state'])
  expect(read('columns=email')).toEqual(donationColumns.usual)
  expect(read('')).toEqual(donationColumns.usual)
})
