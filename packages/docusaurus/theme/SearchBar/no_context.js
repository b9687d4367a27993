/** For sites whose theme has no versions. */
export const useContextualSearchFilters = () => ({ tags: [] });
