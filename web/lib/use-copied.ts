import { useEffect, useState } from 'react'

const copiedMs = 2000

/**
 * Returns whether something was just copied, and a function to call after copying. The flag is reset after two seconds
 * (S1 §4).
 */
export function useCopied(): readonly [isCopied: boolean, sayCopied: () => void] {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, () => setCopied(true)]
}
