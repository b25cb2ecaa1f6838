export type Gesture =
  | 'next-step'
  | 'previous-step'
  | 'next-slide'
  | 'previous-slide'
  | 'first'
  | 'last'
  | 'toggle'
  | 'close'

/** From here on a press is a hold: it pauses, and releasing it only resumes. */
export const holdMs = 200
const swipePx = 48
/** A finger that moves less has tapped. */
const tapPx = 12

type Point = { readonly x: number; readonly y: number }

/** Whether a press has moved too far to be a tap or a hold. */
export const isMoved = (from: Point, to: Point): boolean =>
  Math.abs(to.x - from.x) >= tapPx || Math.abs(to.y - from.y) >= tapPx

/**
 * What a press on the slide means when it ends. Positions are pixels from the slide's left edge; in a right-to-left
 * page tap zones and swipes are mirrored. A hold is not for this function.
 */
export function gestureOf(
  from: Point,
  to: Point,
  { width, isRtl }: { readonly width: number; readonly isRtl: boolean },
): Gesture | null {
  const across = (to.x - from.x) * (isRtl ? -1 : 1)
  const down = to.y - from.y
  if (!isMoved(from, to)) {
    const fromStart = isRtl ? width - to.x : to.x
    return fromStart < width / 3 ? 'previous-step' : 'next-step'
  }
  if (Math.abs(across) >= swipePx && Math.abs(across) > Math.abs(down))
    return across < 0 ? 'next-slide' : 'previous-slide'
  return down >= 2 * swipePx ? 'close' : null
}

/** What a key means to the story; null: nothing. */
export function keyGesture(key: string, isRtl: boolean): Gesture | null {
  switch (key) {
    case ' ':
      return 'toggle'
    case 'ArrowRight':
      return isRtl ? 'previous-step' : 'next-step'
    case 'ArrowLeft':
      return isRtl ? 'next-step' : 'previous-step'
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    case 'Escape':
      return 'close'
    default:
      return null
  }
}
