/// The texts that tell how to play. Of several, the first that is not too wide is shown.
#[derive(Debug)]
pub struct Hints {
    /// How the game starts.
    pub start: &'static str,
    /// What plays, below the title and at the start of the game.
    pub title: &'static [&'static str],
    pub playing: &'static [&'static str],
    /// The lines of a pause.
    pub paused: &'static [&'static str],
    /// What follows a win.
    pub won: &'static [&'static str],
}

impl Hints {
    /// The hints for a keyboard.
    pub const KEYS: Self = Self {
        start: "press Enter or Start",
        title: &[
            "arrows run and aim   Space jumps   X digs   P pauses   R starts again",
            "arrows run   Space jumps   X digs   P pauses",
            "arrows, Space, X",
        ],
        playing: &[
            "arrows run and aim   Space jumps   X digs   Down+Space drops",
            "arrows run   Space jumps   X digs",
            "arrows, Space, X",
        ],
        paused: &["P  goes on", "R  starts again", "Q  leaves for the title"],
        won: &["Enter plays again   Q leaves for the title", "Enter: again   Q: title"],
    };
}
