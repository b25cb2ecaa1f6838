/** Duration of a step in milliseconds; null if it has no timer. */
type StepMs = number | null
export type SlideId =
  | 'welcome'
  | 'introduction'
  | 'total'
  | 'categories'
  | 'countries'
  | 'months'
  | 'badges'
  | 'style'
  | 'streaks'
  | 'share'
  | 'thanks'
export type Slide = {
  readonly id: SlideId
  readonly type: 'welcome' | 'story'
  readonly steps: readonly StepMs[]
  /** Changes within a step, in milliseconds after its start (deeds-8). */
  readonly changes?: { readonly step: number; readonly after: readonly number[] }
}

export const flipAfterMs = 1500
export const badgeMs = 4000

/** The story's slides in order, with the duration of each step (S1 §2.1). */
export const mainSlides: readonly Slide[] = [
  { id: 'welcome', type: 'welcome', steps: [null] },
  { id: 'introduction', type: 'story', steps: [3500, 5000] },
  { id: 'total', type: 'story', steps: [3500, 6000] },
  { id: 'categories', type: 'story', steps: [3500, 4500, 6000], changes: { step: 2, after: [flipAfterMs] } },
  { id: 'countries', type: 'story', steps: [3500, 6000] },
  { id: 'months', type: 'story', steps: [3500, 6000] },
  {
    id: 'badges',
    type: 'story',
    steps: [3500, 20_000],
    changes: { step: 1, after: [1, 2, 3, 4].map((turn) => turn * badgeMs) },
  },
  { id: 'style', type: 'story', steps: [3500, 8000] },
  { id: 'thanks', type: 'story', steps: [10_000] },
]

/** Slides outside the main list, each played after the slide named in `playsAfter`. */
export const extraSlides: readonly (Slide & { readonly playsAfter: SlideId })[] = [
  { id: 'streaks', type: 'story', steps: [3000, 7000], playsAfter: 'badges' },
  { id: 'share', type: 'story', steps: [3000, 7000], playsAfter: 'style' },
]

/** Shorter streaks aren't shown (deeds-8). */
const streakDaysMin = 2

/** Returns the slides for a donor; without a country or streak, the slides about them are omitted. */
export function slidesOf(donor: { readonly hasCountry: boolean; readonly streak: number }): readonly Slide[] {
  const extras = extraSlides.filter(({ id }) => id !== 'streaks' || donor.streak >= streakDaysMin)
  return mainSlides
    .filter(({ id }) => id !== 'countries' || donor.hasCountry)
    .flatMap((slide) => [slide, ...extras.filter(({ playsAfter }) => playsAfter === slide.id)])
}
