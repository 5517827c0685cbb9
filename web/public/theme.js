// Which theme the reader chose, before anything is painted.
(() => {
  try {
    const { theme, motion } = JSON.parse(localStorage.getItem('pandemonium.settings') || '{}');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    if (motion === 'full' || motion === 'still') document.documentElement.dataset.motion = motion;
  } catch {
    // Nothing was chosen that can be read: the system decides.
  }
})();
