import { describe, expect, test } from 'vitest'
import { findLocalNames, findPhrases, findPlaces } from './places.ts'
import { localNames, plainEnglish, words } from './words.ts'

describe('names and texts', () => {
  test('use no listed phrase', () => {
    const report = [...findPlaces()].map(([phrase, places]) => {
      const shown = places.slice(0, 20).map(({ file, line, text }) => `  ${file}:${line}  ${text.slice(0, 120)}`)
      return [
        `"${phrase}" is used ${places.length} times. Write instead: ${words[phrase] ?? localNames[phrase]}`,
        ...shown,
      ].join('\n')
    })
    expect(report.join('\n\n'), 'the list is tests/naming/words.ts').toBe('')
  })

  test('permit plain English in texts for people, and only words of the list', () => {
    expect(plainEnglish.filter((phrase) => !(phrase in words))).toEqual([])
  })

  test('the list has at most 120 entries', () => {
    expect(Object.keys(words).length).toBeLessThanOrEqual(120)
  })

  test.each([
    ['const presserOf = callOff(nameless)', ['presser', 'call off', 'nameless']],
    ['create table refunds.left_to_a_person (id uuid)', ['left to a person']],
    ['<p className="ways-in">Whoever wants it, in one’s own words</p>', ['ways in', 'whoever', 'ones own']],
    ["'GET /v4/presses/:key': endpoint({", ['presses']],
    ['if (inItsCrowd(network) && refusePressure) return', ['crowd', 'pressure']],
    ['await whileNoneGivesTheSame(ports, gift)', ['none gives the same']],
    ['const before = givenMeanwhile(sameGift)', ['given meanwhile', 'same gift']],
    ['export type Answer = ReturnType<typeof answerOf>', ['answer of']],
    ['state PaidOnce = mayMeetAnother | isOnlyAnAddress', ['paid once', 'may meet another', 'only an address']],
    ['const hidden = seal(key, iban) // a sealed column', ['seal', 'sealed']],
    ['constraint own_holds_end check (ends_at > starts_at)', ['own holds']],
    ['RESTING = "plans at rest": it rests until you let it go on', ['resting', 'rests', 'go on']],
    ['SUNBUL_BRAKE=on', ['brake']],
    ['noteAnswer(breaker, followCharge(charge))', ['note answer', 'follow charge']],
    ['"told": "You will be told beforehand"', ['told', 'told', 'beforehand']],
    ['insert into wishes (wish) values ($1)', ['wishes', 'wish']],
    ['.papers-shelf { inset-inline: 0 }', ['papers', 'shelf']],
    ['- Nobody is dealt with by somebody', ['nobody', 'dealt with', 'somebody']],
    ['test("withoutThickets says of one another", () => {})', ['thickets', 'says of', 'one another']],
    ['What wants a look, the heaviest first', ['what wants', 'wants a look', 'the heaviest']],
    ['settingsOfTheHouse(isLookedAt, refuseForeign)', ['of the house', 'looked at', 'refuse foreign']],
    ['It stands for a gift that was given back', ['stands', 'stands for', 'given back']],
    ['earlyChoices(deal_with, leave-to-person)', ['early choices', 'deal with', 'leave to person']],
    ['takeDue(lanes) in lane 3', ['take due', 'lanes', 'in lane']],
    ['Whose call it is: anybody, or the bank’s question', ['whose call it', 'anybody', 'banks question']],
    ['const plans = plansToMend(demoInEarnest)', ['to mend', 'in earnest']],
  ])('finds the phrases in %j', (text, phrases) => {
    expect(findPhrases(text)).toEqual(phrases)
  })

  test('words that only contain a listed one are allowed', () => {
    expect(findPhrases('outstanding, crowdfunding, forgetful, /v4/payment-attempts')).toEqual([])
  })

  test.each([
    ['const of = await findDonation(id)', ['of']],
    ['for (const each of gifts) total += each.amount', ['each']],
    ['gifts.filter((each) => each.isZakat)', ['each']],
    ['const byDay = (at, zone) => at.toISOString()', ['at']],
    ['export function thank(facts: RequestContext) {', ['facts']],
    ['let asked = 0', ['asked']],
    ['for (const row of rows) sum(row.at, Array.of(1))', []],
  ])('finds the local names in %j', (line, names) => {
    expect(findLocalNames(line)).toEqual(names)
  })
})
