import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTerminal, canTransition } from '#shared/states.ts'
import { type DraftContent, findMissingFields, wholeAmount, findFaults } from './draft.ts'
import { checkLevel, levelColumnValues, type LevelForm } from './level.ts'
import { fundraiserTransitions, type FundraiserState, canOrganizerMove, stateOf, campaignStatusOf } from './states.ts'
import { storyToPlainText, plainTextToStory } from './story-text.ts'
import { hasResponsibleMember, memberRolesOf } from './team.ts'

const states = Object.keys(fundraiserTransitions) as FundraiserState[]

describe('the states of a fundraiser', () => {
  test('is public only after staff’s approval and closed for good, whatever its organizers try', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...states), fc.boolean()), { maxLength: 40 }), (tries) => {
        let state: FundraiserState = 'draft'
        let wasApproved = false
        for (const [to, byStaff] of tries) {
          const may = byStaff
            ? state === 'review' && canTransition(fundraiserTransitions, state, to)
            : canOrganizerMove('fundraiser', state, to)
          if (!may) continue
          expect(state).not.toBe('closed')
          if (byStaff && to === 'active') wasApproved = true
          state = to
          if (campaignStatusOf(state) !== 0) expect(wasApproved).toBe(true)
        }
      }),
    )
  })

  test('a state and a status mean the same', () => {
    for (const state of states) expect(stateOf(campaignStatusOf(state), state === 'review')).toBe(state)
    expect(states.filter((state) => isTerminal(fundraiserTransitions, state))).toEqual(['closed'])
    expect(canOrganizerMove('fundraiser', 'review', 'active')).toBe(false)
    expect(canOrganizerMove('fundraiser', 'draft', 'active')).toBe(false)
  })

  test('a general fund can pause and resume, and never close (content-4)', () => {
    const moves = states.flatMap((from) =>
      states.filter((to) => canOrganizerMove('general-fund', from, to)).map((to) => `${from}>${to}`),
    )
    expect(moves).toEqual(['draft>review', 'review>draft', 'active>paused', 'paused>active'])
  })
})

/** A picture without a description counts as missing, not as wrong. */
const isUnfinished = (faults: object): boolean =>
  Object.values(faults).some((code) => String(code).endsWith('-alt-missing'))

const content: DraftContent = {
  title: 'Clean water',
  tagline: 'A well',
  category: 'water',
  location: '',
  country: 'PK',
  language: 'en',
  goal: '5000',
  endDate: '2027-03-31',
  story: '<p>…</p>',
  coverId: '',
  coverAlt: '',
  gallery: [],
  isZakatRequested: false,
  minimumDonation: '',
  tipsEnabled: true,
  impacts: [],
}
const data = { currency: 'GBP', today: '2026-11-21', storyLength: 300 } as const
const codes = (faults: object) =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, (fault as { code: string }).code]))

describe('a draft', () => {
  test('that is complete lacks nothing, and an empty one everything', () => {
    expect(findMissingFields(content, data)).toEqual({})
    const empty = { ...content, title: '', tagline: '', category: '', country: '', goal: '', endDate: '', story: '' }
    expect(codes(findMissingFields(empty, { ...data, storyLength: 0 }))).toEqual({
      title: 'title-missing',
      tagline: 'tagline-missing',
      category: 'category-missing',
      country: 'country-missing',
      goal: 'goal-missing',
      story: 'story-too-short',
    })
    // A new form shows no errors.
    expect(findFaults(empty, { ...data, storyLength: 0 })).toEqual({})
  })

  test.each([
    [{ endDate: '2026-11-20' }, { endDate: 'end-date-past' }],
    [{ endDate: '2026-11-21' }, {}],
    [{ endDate: '2031-11-21' }, {}],
    [{ endDate: '2031-11-22' }, { endDate: 'end-date-too-far' }],
    [{ endDate: '2027-02-30' }, { endDate: 'date-invalid' }],
    [{ endDate: '' }, {}],
    [{ goal: '12.50' }, { goal: 'not-whole' }],
    [
      { goal: '12,50', minimumDonation: '1٫5' },
      { goal: 'not-whole', minimumDonation: 'not-whole' },
    ],
    [{ goal: '-5' }, { goal: 'amount-invalid' }],
    [{ goal: '0' }, { goal: 'amount-invalid' }],
    [
      {
        impacts: [
          { amount: '50', text: 'feeds a family' },
          { amount: '', text: '' },
        ],
      },
      {},
    ],
    [{ impacts: [{ amount: '50', text: ' ' }] }, { impacts: 'impact-text-missing' }],
    [{ impacts: [{ amount: '5.5', text: 'feeds' }] }, { impacts: 'impact-amount-invalid' }],
    [{ impacts: [{ amount: '', text: 'feeds' }] }, { impacts: 'impact-amount-invalid' }],
    [{ impacts: [{ amount: '99999999', text: 'feeds' }] }, { impacts: 'above-maximum' }],
    [{ impacts: [{ amount: '5', text: 'f'.repeat(81) }] }, { impacts: 'text-too-long' }],
    [
      {
        impacts: [
          { amount: '5', text: 'a' },
          { amount: '5', text: 'b' },
        ],
      },
      { impacts: 'impact-amount-repeated' },
    ],
    [{ minimumDonation: '0' }, { minimumDonation: 'amount-invalid' }],
    [{ minimumDonation: '99999999' }, { minimumDonation: 'above-maximum' }],
    [{ coverId: 'x' }, { coverAlt: 'cover-alt-missing' }],
    [{ coverId: 'x', coverAlt: 'A well' }, {}],
    [{ gallery: [{ id: 'x', alt: ' ', x: 50, y: 50 }] }, { gallery: 'gallery-alt-missing' }],
    [{ gallery: [{ id: 'x', alt: 'A well', x: 0, y: 100 }] }, {}],
    [{ gallery: [{ id: 'x', alt: 'a'.repeat(201), x: 0, y: 0 }] }, { gallery: 'text-too-long' }],
    [{ title: 'x'.repeat(101) }, { title: 'text-too-long' }],
    [{ language: 'xx' }, { language: 'language-missing' }],
  ])('%j', (over, wrong) => {
    expect(codes(findMissingFields({ ...content, ...over }, data))).toEqual(wrong)
    expect(codes(findFaults({ ...content, ...over }, data))).toEqual(isUnfinished(wrong) ? {} : wrong)
  })

  test('whole amounts only, in the minor units of each currency [S1 §5]', () => {
    expect([
      wholeAmount('20', 'GBP')?.amount,
      wholeAmount('20', 'JPY')?.amount,
      wholeAmount('20', 'KWD')?.amount,
    ]).toEqual([2000n, 20n, 20_000n])
    for (const text of ['', '0', '1.5', '1,5', '-1', '+1', '1e3', ' 1', '٢٠', '1'.repeat(13)])
      expect(wholeAmount(text, 'GBP')).toBeUndefined()
  })
})

const level: LevelForm = {
  amount: '25',
  title: 'A family for a month',
  description: '',
  limit: '',
  benefitValue: '',
  hidden: false,
  includeNote: false,
  requireNote: false,
  noteDescription: '',
  includeEmail: false,
  requireEmail: false,
  emailDescription: '',
  requireShipping: false,
  requireEmergencyContact: false,
  requireMedical: false,
}

describe('a giving level', () => {
  test('needs a title and a whole amount [S1 §5]', () => {
    expect(checkLevel(level, 'GBP')).toEqual({})
    expect(codes(checkLevel({ ...level, title: ' ', amount: '12.5' }, 'GBP'))).toEqual({
      title: 'level-title-missing',
      amount: 'not-whole',
    })
    expect(codes(checkLevel({ ...level, amount: '' }, 'GBP'))).toEqual({ amount: 'amount-missing' })
    expect(codes(checkLevel({ ...level, benefitValue: '26' }, 'GBP'))).toEqual({ benefitValue: 'benefit-above-amount' })
  })

  test('never has a limit below the taken number, whatever is typed', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.oneof(fc.nat(2000).map(String), fc.string({ maxLength: 8 })), (taken, limit) => {
        const wrong = checkLevel({ ...level, limit }, 'GBP', taken)
        if (wrong.limit) return
        const columns = levelColumnValues({ ...level, limit }, 'GBP')
        expect(Number.isInteger(columns.claim_limit)).toBe(true)
        expect(columns.claim_limit <= 0 || columns.claim_limit >= taken).toBe(true)
      }),
    )
  })

  test('has no title that changes the direction of later text', () => {
    expect(codes(checkLevel({ ...level, title: '\u202e ' }, 'GBP'))).toEqual({ title: 'level-title-missing' })
    expect(levelColumnValues({ ...level, title: 'A\u202e well', description: 'one\u2066\ntwo' }, 'GBP')).toMatchObject({
      title: 'A well',
      description: 'one\ntwo',
    })
  })

  test('asks for what it requires, and is hidden by bit 8 alone [S2 §3]', () => {
    const columns = levelColumnValues({ ...level, requireNote: true, requireEmail: true, hidden: true }, 'KWD', 5)
    expect(columns).toMatchObject({ include_note: true, include_email: true, amount: 25_000n, flags: 13 })
    expect(levelColumnValues(level, 'GBP', 13).flags).toBe(5)
  })
})

test('a team keeps its last organizer and a charity its last owner when anyone leaves', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('organizer', 'editor', 'viewer'), { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(fc.nat(4), fc.option(fc.constantFrom('organizer', 'editor')))),
      (roles, tries) => {
        let team = ['organizer', ...roles].map((role, place) => ({ accountId: String(place), role }))
        for (const [place, to] of tries) {
          if (!hasResponsibleMember(team, String(place), to ?? undefined, 'organizer')) continue
          team = team.flatMap((one) =>
            one.accountId !== String(place) ? [one] : to === null ? [] : [{ ...one, role: to }],
          )
        }
        expect(team.some(({ role }) => role === 'organizer')).toBe(true)
      },
    ),
  )
  expect([
    memberRolesOf('owner').length,
    memberRolesOf('admin').includes('owner'),
    memberRolesOf('finance'),
    memberRolesOf('editor'),
  ]).toEqual([5, false, [], []])
})

test('a story in a plain field stays unchanged; one with more markup is shown as it is', () => {
  const plain = 'First & foremost\nwater <3\n\nSecond'
  expect(plainTextToStory(plain)).toBe('<p>First &amp; foremost<br />water &lt;3</p><p>Second</p>')
  expect(storyToPlainText(plainTextToStory(plain))).toBe(plain)
  const rich = '<p>One <strong>two</strong></p><ul><li>three</li></ul>'
  expect([storyToPlainText(rich), plainTextToStory(storyToPlainText(rich))]).toEqual([rich, rich])
  expect(plainTextToStory(' \r\n\r\n ')).toBe('')
})
