//! Hulls of sprites: simplified contours, convex pieces, boxes, circles, sheets, fits, drawings.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use tileray::glam::uvec2;
use tileray::hull::{HullMode, HullSheet, OutlineBias, SpriteSvg, VertexFrame, simplify};
use tileray::solidity::Connectivity;
use tileray::{HullOptions, SpriteHull};

const BIASES: [OutlineBias; 3] = [OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink];

pub(crate) fn outlines(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..40 {
        let mask = scenes::mask_of(case, uvec2(40, 32), numbers);
        let options = HullOptions::new()
            .max_error(numbers.any_of(&[0.0, 0.5, 1.0, 3.0, f32::NAN, -1.0, f32::INFINITY]))
            .bias(numbers.any_of(&BIASES))
            .max_vertices(numbers.any_of(&[None, None, Some(12), Some(3)]));
        let simple = simplify(&mask.contours(), &options);
        answers.add_result(&simple.map(|simple| (simple.contours, simple.error)));
    }
}

pub(crate) fn hulls(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..40 {
        let mask = scenes::mask_of(case, uvec2(48, 40), numbers);
        let options = HullOptions::new()
            .mode(numbers.any_of(&[HullMode::Convex, HullMode::Pieces, HullMode::Box, HullMode::Circle]))
            .max_error(numbers.any_of(&[0.5, 1.0, 2.5]))
            .bias(numbers.any_of(&BIASES))
            .connectivity(numbers.any_of(&[Connectivity::Four, Connectivity::Eight]))
            .max_vertices(numbers.any_of(&[None, Some(40), Some(4)]))
            .max_pieces(numbers.any_of(&[None, Some(3)]));
        let hull = SpriteHull::from_mask(&mask, &options);
        answers.add_result(&hull);
        if let Ok(sprite) = &hull {
            answers.add(&(sprite.fit.coverage(), sprite.fit.overshoot(), sprite.fit.iou()));
            answers.add(&VertexFrame { max_vertices: 5, y_up: true, ..VertexFrame::PIXELS }.vertex_lists(&sprite.hull));
            let svg = SpriteSvg { sprite, size: mask.size(), picture: None, scale: 3 };
            answers.add(&svg.to_string());
        }
        let sheet = HullSheet::from_grid(&mask, uvec2(16, 20), &options);
        answers.add_result(&sheet.map(|sheet| sheet.distinct().to_vec()));
    }
}
