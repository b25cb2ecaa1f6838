import { expect, test } from 'vitest'
import { calendarGroupOf } from './calendar-group.ts'

test('a donor’s country determines the calendar, by default the Saudi one', () => {
  expect(['TR', 'PK', 'ID', 'MA', 'OM', 'EG', 'US'].map(calendarGroupOf)).toEqual([
    'CALC',
    'SOUTH_ASIA',
    'MABIMS',
    'MA',
    'OM',
    'EG',
    'CALC',
  ])
  expect(['SA', 'GB', 'AE', undefined, '', 'toString', 'constructor'].map(calendarGroupOf)).toEqual(Array(7).fill('SA'))
})
