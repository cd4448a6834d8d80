import { Icon, IconButton, icons, toggleColorScheme, useColorScheme } from '@dps/ui';
import { texts } from '../texts/first-load.ts';

/** Turns the page dark or light, for those who have no user menu. */
export function ThemeButton() {
  const isDark = useColorScheme().scheme === 'dark';
  const label = isDark ? texts.theme.toLight : texts.theme.toDark;
  return (
    <IconButton edge="end" aria-label={label} title={label} onClick={toggleColorScheme}>
      <Icon path={isDark ? icons.sun : icons.moon} />
    </IconButton>
  );
}
