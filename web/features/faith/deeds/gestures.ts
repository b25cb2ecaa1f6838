export type Gesture =
  | 'next-step'
  | 'previous-step'
  | 'next-slide'
  | 'previous-slide'
  | 'first'
  | 'last'
  | 'toggle'
  | 'close'

/** How long a pointer must be down to count as a hold, in milliseconds. A hold pauses; releasing it only resumes. */
export const holdMs = 200
const swipePx = 48
/** A pointer that moves less counts as a tap. */
const tapPx = 12

type Point = { readonly x: number; readonly y: number }

/** Returns whether a pointer moved too far for a tap or hold. */
export const isDragged = (from: Point, to: Point): boolean =>
  Math.abs(to.x - from.x) >= tapPx || Math.abs(to.y - from.y) >= tapPx

/**
 * Returns the gesture when a pointer is released on the slide; holds excluded. Positions are pixels from the slide's
 * left edge. Right-to-left pages mirror tap zones and swipes.
 */
export function gestureOf(
  from: Point,
  to: Point,
  { width, isRtl }: { readonly width: number; readonly isRtl: boolean },
): Gesture | null {
  const across = (to.x - from.x) * (isRtl ? -1 : 1)
  const down = to.y - from.y
  if (!isDragged(from, to)) {
    const fromStart = isRtl ? width - to.x : to.x
    return fromStart < width / 3 ? 'previous-step' : 'next-step'
  }
  if (Math.abs(across) >= swipePx && Math.abs(across) > Math.abs(down))
    return across < 0 ? 'next-slide' : 'previous-slide'
  return down >= 2 * swipePx ? 'close' : null
}

/** Returns the gesture of a key; null if it has none. */
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
