import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // What every page loads goes as one file, and what many pages share as another: in dozens of small ones it
    // compresses worse, by 3.5 kB a page, and a phone waits for each of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|scheduler)|rolldown.runtime|preload-helper/, priority: 1 },
            { name: 'shared', test: /\.tsx?$/, minShareCount: 12 },
          ],
        },
      },
    },
    // Parts that are loaded when they are needed find what they share with the page already there: naming it would
    // weigh more than it saves.
    modulePreload: { resolveDependencies: () => [] },
  },
})
