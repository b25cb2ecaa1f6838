import { describe, expect, test } from 'vitest'
import { addedLines, findPhrases, findPlaces, readCounts } from './count.ts'
import { words } from './words.ts'

describe('names and texts', () => {
  test('use no listed word more often than before', () => {
    const limits = readCounts()
    const risen = [...findPlaces()].filter(([phrase, places]) => places.length > (limits[phrase] ?? 0))
    const added = risen.length === 0 ? new Set() : addedLines()
    const report = risen.map(([phrase, places]) => {
      const changed = places.filter(({ file, text }) => added.has(`${file}\0${text}`))
      const shown = (changed.length > 0 ? changed : places)
        .slice(0, 20)
        .map(({ file, line, text }) => `  ${file}:${line}  ${text.slice(0, 120)}`)
      return [
        `"${phrase}" is used ${places.length} times, at most ${limits[phrase] ?? 0} are allowed. Write instead: ${words[phrase]}`,
        ...shown,
      ].join('\n')
    })
    expect(
      report.join('\n\n'),
      'see tests/naming/words.ts; fewer uses are recorded by `npx node tests/naming/count.ts`',
    ).toBe('')
  })

  test('the list has at most 100 entries and a limit for nothing else', () => {
    expect(Object.keys(words).length).toBeLessThanOrEqual(100)
    expect(Object.keys(readCounts()).filter((phrase) => !(phrase in words))).toEqual([])
  })

  test('a phrase is found in every spelling of a name, in SQL, comments and text', () => {
    expect(findPhrases('const presserOf = callOff(nameless)')).toEqual(['presser', 'call off', 'nameless'])
    expect(findPhrases('create table refunds.left_to_a_person')).toEqual(['left to a person'])
    expect(findPhrases('<p className="ways-in">Whoever wants it, in one’s own words</p>')).toEqual([
      'ways in',
      'whoever',
      'ones own',
    ])
    expect(findPhrases('outstanding, crowdfunding, forgetful, /v4/payment-attempts')).toEqual([])
  })
})
