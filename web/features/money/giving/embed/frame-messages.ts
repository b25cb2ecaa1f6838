import { type RefObject, useEffect } from 'react'

/** What the page around a frame receives: nothing about the donor, the amount or the payment (security-17). */
type FrameMessage =
  | { readonly sunbul: 'height'; readonly height: number }
  | { readonly sunbul: 'opened' | 'closed' | 'done' }

/** Tells the page around; only the websites that the charity listed can frame this one. */
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

/** Whether the frame has too little room for the page of a bank. */
export const isFrameTooSmall = (): boolean => innerWidth < 320 || innerHeight < 500
