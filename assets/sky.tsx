<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="sky" tilewidth="16" tileheight="16" tilecount="496" columns="16">
 <image source="sky.png" width="256" height="496"/>
</tileset>
