import { type RefObject, useEffect } from 'react'

/** Messages to the embedding page. They contain nothing about the donor, the amount or the payment (security-17). */
type FrameMessage =
  | { readonly sunbul: 'height'; readonly height: number }
  | { readonly sunbul: 'opened' | 'closed' | 'done' }

/**
 * Posts a message to the embedding page. The target origin can be `*` because only allowed websites can embed the form.
 */
export function postToParent(message: FrameMessage): void {
  if (parent !== self) parent.postMessage(message, '*')
}

/** Reports the height of the form whenever it changes. */
export function useReportedHeight(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = form
    if (!current) return
    const report = () => postToParent({ sunbul: 'height', height: Math.ceil(current.getBoundingClientRect().height) })
    const observer = new ResizeObserver(report)
    observer.observe(current)
    return () => observer.disconnect()
  }, [form])
}

/** Returns whether the frame is too small for the bank's challenge page. */
export const isFrameTooSmall = (): boolean => innerWidth < 320 || innerHeight < 500
