import { fromPlainField } from '#modules/organizers/fundraising/rules/story-text.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import { postedText } from '../../../lib/posted.ts'
import { postedAmountIfAny } from '../../../ui/posted-amount.ts'
import type { Step } from './step-nav.tsx'
import type { Content } from './use-autosave.ts'

/** Reads a posted step; an unchecked checkbox is not sent, so each step reads only its own fields. */
export function postedContent(form: FormData, step: Step, currency: Currency): Partial<Content> {
  const text = (name: keyof Content, max = 400) => ({ [name]: postedText(form, name, max) })
  const amount = (name: 'goal' | 'minimumGift') => ({
    [name]: postedAmountIfAny(postedText(form, name, 20), exponentOf(currency)),
  })
  switch (step) {
    case 'basics':
      return {
        ...text('title', 300),
        ...text('tagline'),
        ...text('category', 20),
        ...text('location', 200),
        ...text('country', 2),
        ...text('language', 5),
        ...amount('goal'),
        ...text('endDate', 10),
      }
    case 'story':
      return {
        story: form.has('story')
          ? postedText(form, 'story', 40_000)
          : fromPlainField(postedText(form, 'storyText', 40_000)),
      }
    case 'picture':
      return postedText(form, 'without', 10) === 'picture'
        ? { coverId: '', coverAlt: '' }
        : { ...text('coverId', 36), ...text('coverAlt') }
    case 'giving':
      return { zakatAsked: form.has('zakatAsked'), tipsEnabled: form.has('tipsEnabled'), ...amount('minimumGift') }
    case 'review':
      return {}
  }
}
