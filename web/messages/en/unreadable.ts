/** On the page that answers a form which could not be read: there is no page of its own to say it. */
export const unreadable = {
  broken: {
    title: 'Your form did not arrive whole',
    text: 'Nothing was done with it, and nothing was charged. Go back and send it once more.',
  },
  'too-large': {
    title: 'Your form is too large',
    text: 'Nothing was done with it, and nothing was charged. Go back and send less at once.',
  },
} as const
