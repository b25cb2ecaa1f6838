export const identity = {
  'sign-up.title': 'Sign up',
} as const
