import { expect, test } from 'vitest'
import { noteMax, readCancellationReason, readNote, readTag, tagMax } from './record-texts.ts'

test('a note keeps its lines, a tag is one line', () => {
  expect(readNote('  Prefers calls\r\nafter ʿAsr  ')).toEqual({ words: 'Prefers calls\nafter ʿAsr' })
  expect(readTag(' Iftar\n 2026 ')).toEqual({ words: 'Iftar 2026' })
  expect(readCancellationReason('طلب المتبرع ذلك')).toEqual({ words: 'طلب المتبرع ذلك' })
})

test.each([
  [readNote(' \u200b '), 'note-empty'],
  [readTag('—'), 'tag-empty'],
  [readCancellationReason(''), 'reason-missing'],
  [readNote('a'.repeat(noteMax + 1)), 'text-too-long'],
  [readTag('a'.repeat(tagMax + 1)), 'text-too-long'],
])('%# is refused', (read, code) => {
  expect(read).toMatchObject({ fault: { code } })
})
