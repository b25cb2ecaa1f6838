import { plainTextToStory } from '#modules/organizers/fundraising/rules/story-text.ts'
import { impactsMax } from '#modules/causes/campaigns/rules/impact.ts'
import { galleryMax, moveEarlier } from '#modules/causes/campaigns/rules/gallery.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import { postedText } from '#web/lib/form-values.ts'
import { postedAmountIfAny } from '#web/ui/posted-amount.ts'
import type { EditStep } from './step-nav.tsx'
import type { Content } from './use-autosave.ts'

/** Reads a posted step. Browsers omit unticked checkboxes, so each step reads its own fields only. */
export function postedContent(form: FormData, step: EditStep, currency: Currency): Partial<Content> {
  const text = (name: keyof Content, max = 400) => ({ [name]: postedText(form, name, max) })
  const amount = (name: 'goal' | 'minimumDonation') => ({
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
          : plainTextToStory(postedText(form, 'storyText', 40_000)),
      }
    case 'picture':
      return {
        ...(postedText(form, 'without', 10) === 'picture'
          ? { coverId: '', coverAlt: '' }
          : { ...text('coverId', 36), ...text('coverAlt') }),
        gallery: postedGallery(form),
      }
    case 'giving':
      return {
        isZakatRequested: form.has('isZakatRequested'),
        tipsEnabled: form.has('tipsEnabled'),
        ...amount('minimumDonation'),
        impacts: Array.from({ length: impactsMax }, (_, index) => ({
          amount: postedAmountIfAny(postedText(form, `impactAmount-${index + 1}`, 20), exponentOf(currency)),
          text: postedText(form, `impactText-${index + 1}`, 200),
        })),
      }
    case 'review':
      return {}
  }
}

/** Reads the pictures: each has one field of each name, in the same order. A button can remove or move one. */
function postedGallery(form: FormData): Content['gallery'] {
  const all = (name: string) => form.getAll(name).map((value) => (typeof value === 'string' ? value : ''))
  const [alts, xs, ys] = [all('galleryAlt'), all('galleryX'), all('galleryY')]
  const percent = (text: string | undefined) => (/^\d{1,3}$/.test(text ?? '') ? Math.min(100, Number(text)) : 50)
  const gallery = all('galleryId')
    .slice(0, galleryMax)
    .map((id, index) => ({ id, alt: (alts[index] ?? '').slice(0, 400), x: percent(xs[index]), y: percent(ys[index]) }))
  const placeOf = (name: string) => (form.has(name) ? Number(postedText(form, name, 1)) : undefined)
  const [removed, earlier] = [placeOf('gallery-remove'), placeOf('gallery-earlier')]
  if (removed !== undefined) return gallery.toSpliced(removed, 1)
  return earlier === undefined ? gallery : moveEarlier(gallery, earlier)
}
