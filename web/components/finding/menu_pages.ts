import { createContext, useContext } from 'react'

/** A page that the person may open: its path, whose parameters come last, and its name as a message. */
type MenuPage = { path: string; name: string }

/** The pages that the person may open. The frame of the app gives them to the pages, which cannot import them. */
export const MenuPages = createContext<readonly MenuPage[]>([])

/** The pages that the person may open. */
export function useMenuPages(): readonly MenuPage[] {
  return useContext(MenuPages)
}
